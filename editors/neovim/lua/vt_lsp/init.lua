-- The server's configuration, and how it is started where Neovim has no `vim.lsp.enable` (before 0.11).
local M = {}

-- What `vim.lsp.config` takes.
function M.config()
  return {
    cmd = { 'vt-lsp', '--stdio' },
    filetypes = { 'yaml' },
    root_dir = function(buffer, on_root)
      local root = require('vt_lsp.root').of(buffer)
      if root then
        on_root(root)
      end
    end,
    handlers = { ['vt-lsp/previewChanged'] = require('vt_lsp.preview').changed },
    commands = require('vt_lsp.commands').of_lenses,
  }
end

-- Start the server for the two files. `options` may have `cmd`, `settings` and `init_options`.
function M.setup(options)
  if vim.fn.has('nvim-0.11') == 1 then
    vim.lsp.config('vt_lsp', options or {})
    vim.lsp.enable('vt_lsp')
    return
  end
  vim.api.nvim_create_autocmd('FileType', {
    group = vim.api.nvim_create_augroup('vt_lsp', {}),
    pattern = 'yaml',
    callback = function(event)
      M.attach(event.buf, options)
    end,
  })
end

-- Attach a buffer to the server of its root, which is started if it does not run yet.
function M.attach(buffer, options)
  local root = require('vt_lsp.root').of(buffer)
  if not root then
    return
  end
  local config = vim.tbl_extend('force', M.config(), options or {})
  config.name, config.root_dir = 'vt_lsp', root
  config.workspace_folders = { { uri = vim.uri_from_fname(root), name = root } }
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
    return
  end
  -- 0.7
  for name, command in pairs(config.commands) do
    vim.lsp.commands[name] = command
  end
  config.commands = nil
  for _, client in pairs(require('vt_lsp.client').all()) do
    if client.config.root_dir == root then
      vim.lsp.buf_attach_client(buffer, client.id)
      return
    end
  end
  local id = vim.lsp.start_client(config)
  if id then
    vim.lsp.buf_attach_client(buffer, id)
  end
end

return M

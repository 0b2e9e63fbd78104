-- Talking to the server, over what changed between Neovim 0.7 and 0.11.
local M = {}

local get_clients = vim.lsp.get_clients or vim.lsp.get_active_clients

-- All running clients of the server.
function M.all()
  return vim.tbl_filter(function(client)
    return client.name == 'vt_lsp'
  end, get_clients())
end

-- The client of a buffer; nil, and a message, where there is none.
function M.of(buffer)
  for _, client in ipairs(M.all()) do
    if vim.lsp.buf_is_attached(buffer, client.id) then
      return client
    end
  end
  vim.notify('vt-lsp: not running for this buffer', vim.log.levels.WARN)
  return nil
end

-- Ask the server; `on_result` is called with the result of a good answer, another one is shown.
function M.request(client, method, params, on_result)
  local function answered(error, result)
    if error then
      vim.notify('vt-lsp: ' .. error.message, vim.log.levels.ERROR)
    else
      on_result(result)
    end
  end
  if vim.fn.has('nvim-0.11') == 1 then
    return client:request(method, params, answered)
  end
  return client.request(method, params, answered)
end

-- The parameters of a request at the cursor of a window.
function M.position(window, client)
  return vim.lsp.util.make_position_params(window, client.offset_encoding)
end

-- Go to a location in a window. The place is one that Ctrl-O comes back from.
function M.go(window, location, client)
  vim.api.nvim_set_current_win(window)
  if vim.lsp.util.show_document then
    return vim.lsp.util.show_document(location, client.offset_encoding, { focus = true })
  end
  return vim.lsp.util.jump_to_location(location, client.offset_encoding)
end

return M

-- `:VtLsp`, and what a click on the server's lenses does.
local client_of = require('vt_lsp.client')

local M = {}

local function execute(command, arguments, on_result)
  local client = client_of.of(vim.api.nvim_get_current_buf())
  if client then
    client_of.request(client, 'workspace/executeCommand', { command = command, arguments = arguments }, function(result)
      on_result(result, client)
    end)
  end
end

local function scratch(lines, filetype)
  vim.cmd('botright new')
  local buffer = vim.api.nvim_get_current_buf()
  vim.bo[buffer].buftype, vim.bo[buffer].bufhidden, vim.bo[buffer].swapfile = 'nofile', 'wipe', false
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.bo[buffer].modifiable = false
  vim.bo[buffer].filetype = filetype
  vim.api.nvim_buf_set_keymap(buffer, 'n', 'q', '<Cmd>close<CR>', { noremap = true, nowait = true })
end

local function here()
  return vim.uri_from_bufnr(0)
end

-- The rule of the diagnostic at the cursor's line, the nearest to the cursor.
local function rule_here()
  local line, column = unpack(vim.api.nvim_win_get_cursor(0))
  local found, distance
  for _, one in ipairs(vim.diagnostic.get(0, { lnum = line - 1 })) do
    local code = one.code or vim.tbl_get(one, 'user_data', 'lsp', 'code')
    if type(code) == 'string' and (not distance or math.abs(one.col - column) < distance) then
      found, distance = code, math.abs(one.col - column)
    end
  end
  return found
end

local subcommands = {}

function subcommands.preview(operator)
  require('vt_lsp.preview').open(operator)
end

-- How the generated C++ differs from that of the files on disk.
function subcommands.diff(operator)
  local client = client_of.of(vim.api.nvim_get_current_buf())
  if not client then
    return
  end
  local at = operator or client_of.position(0, client).position
  execute('vt-lsp.previewDiff', { here(), at }, function(result)
    if not result then
      vim.notify('vt-lsp: no operator ' .. (operator or 'here'), vim.log.levels.WARN)
    elseif result.text == '' then
      vim.notify('vt-lsp: the C++ of ' .. result.operator .. ' is that of the files on disk')
    else
      scratch(vim.split(result.text, '\n', { trimempty = true }), 'diff')
    end
  end)
end

function subcommands.other()
  execute('vt-lsp.otherFile', { here() }, function(uri)
    if uri then
      vim.cmd('edit ' .. vim.fn.fnameescape(vim.uri_to_fname(uri)))
    else
      vim.notify('vt-lsp: there is no other file', vim.log.levels.WARN)
    end
  end)
end

function subcommands.explain(rule)
  rule = rule or rule_here()
  if not rule then
    vim.notify('vt-lsp: no mistake in this line', vim.log.levels.WARN)
    return
  end
  execute('vt-lsp.explain', { rule }, function(page)
    scratch(vim.split(page, '\n', { trimempty = true }), 'markdown')
  end)
end

function subcommands.status()
  local client = client_of.of(vim.api.nvim_get_current_buf())
  if client then
    client_of.request(client, 'vt-lsp/status', vim.empty_dict(), function(status)
      scratch(vim.split(vim.inspect(status), '\n'), 'lua')
    end)
  end
end

-- What `:VtLsp` does: a subcommand, then an operator or a rule.
function M.run(arguments)
  local does = subcommands[arguments[1]]
  if does then
    does(arguments[2])
  else
    vim.notify('vt-lsp: no such command: ' .. arguments[1], vim.log.levels.ERROR)
  end
end

-- The completion of `:VtLsp`.
function M.complete(lead)
  local names = vim.tbl_keys(subcommands)
  table.sort(names)
  return vim.tbl_filter(function(name)
    return vim.startswith(name, lead)
  end, names)
end

-- The commands of lenses. `context` says whose lens it is.
M.of_lenses = {
  ['vt-lsp.showPreview'] = function(command)
    require('vt_lsp.preview').open(command.arguments[2])
  end,
  ['vt-lsp.showReferences'] = function(command, context)
    local client = vim.lsp.get_client_by_id(context.client_id)
    local items = vim.lsp.util.locations_to_items(command.arguments[3], client.offset_encoding)
    vim.fn.setqflist({}, ' ', { title = command.title, items = items })
    vim.cmd('botright copen')
  end,
}

return M

-- The generated C++ of an operator in a window beside: it follows edits and the cursor, and leads back to the tokens.
local client_of = require('vt_lsp.client')

local M = {}

local NAMESPACE = vim.api.nvim_create_namespace('vt_lsp_preview')
local PAUSE = 100 -- milliseconds that the cursor rests before the preview follows it

-- The one preview, nil without: buffer, window; source (buffer), from (window), client; uri, operators, pinned.
local shown = nil

local function is_shown()
  return shown and vim.api.nvim_win_is_valid(shown.window) and vim.api.nvim_win_get_buf(shown.window) == shown.buffer
end

-- The lines of a section's range; its end is exclusive where it is at a line's start.
local function highlight(sections)
  vim.api.nvim_buf_clear_namespace(shown.buffer, NAMESPACE, 0, -1)
  for _, section in ipairs(sections) do
    local first, last = section.range.start, section.range['end']
    for line = first.line, last.character == 0 and last.line - 1 or last.line do
      vim.api.nvim_buf_set_extmark(shown.buffer, NAMESPACE, line, 0, { line_hl_group = 'Visual' })
    end
  end
end

-- Bring what stems from the token under the cursor into view, and mark it.
local function follow_token()
  local params = client_of.position(shown.from, shown.client)
  local of = shown
  client_of.request(shown.client, 'vt-lsp/previewMap', {
    uri = shown.uri,
    textDocument = params.textDocument,
    range = { start = params.position, ['end'] = params.position },
  }, function(result)
    if shown ~= of or not is_shown() or vim.api.nvim_get_current_win() ~= shown.from then
      return
    end
    highlight(result.sections)
    local first = result.sections[1]
    if first and first.range.start.line < vim.api.nvim_buf_line_count(shown.buffer) then
      vim.api.nvim_win_set_cursor(shown.window, { first.range.start.line + 1, 0 })
    end
  end)
end

local function write(text)
  local view = vim.api.nvim_win_call(shown.window, vim.fn.winsaveview)
  vim.bo[shown.buffer].modifiable = true
  vim.api.nvim_buf_set_lines(shown.buffer, 0, -1, false, vim.split(text:gsub('\n$', ''), '\n', { plain = true }))
  vim.bo[shown.buffer].modifiable = false
  vim.bo[shown.buffer].modified = false
  vim.api.nvim_win_call(shown.window, function()
    vim.fn.winrestview(view)
  end)
end

local function take(result)
  if result.uri ~= shown.uri then
    shown.uri, shown.operator = result.uri, result.operator
    write(result.text)
    vim.api.nvim_win_set_cursor(shown.window, { 1, 0 })
  end
  shown.operators = result.operators
  vim.wo[shown.window].statusline = 'generated C++: ' .. result.operator:gsub('%%', '%%%%') .. ' %= %l,%c'
end

-- The cursor has moved in the pair: another operator, another token.
local function follow_cursor()
  if not is_shown() or vim.api.nvim_get_current_win() ~= shown.from then
    return
  end
  if vim.api.nvim_win_get_buf(shown.from) ~= shown.source then
    return
  end
  local of, params = shown, client_of.position(shown.from, shown.client)
  if shown.pinned then
    follow_token()
    return
  end
  client_of.request(shown.client, 'vt-lsp/preview', params, function(result)
    if result and shown == of and is_shown() then
      if not vim.tbl_contains(result.operators, shown.operator) then
        take(result)
      end
      follow_token()
    end
  end)
end

-- Go to the token that the line under the preview's cursor stems from.
function M.jump()
  local line, column = unpack(vim.api.nvim_win_get_cursor(shown.window))
  local position = { line = line - 1, character = column }
  client_of.request(shown.client, 'vt-lsp/previewMap', { uri = shown.uri, position = position }, function(result)
    local section = result.sections[1]
    if not section or type(section.origin) ~= 'table' then
      vim.notify('vt-lsp: this line is made from no token')
      return
    end
    if not vim.api.nvim_win_is_valid(shown.from) then
      vim.cmd('aboveleft vsplit')
      shown.from = vim.api.nvim_get_current_win()
    end
    client_of.go(shown.from, section.origin, shown.client)
  end)
end

-- Say why the line under the preview's cursor is there.
function M.why()
  local line, column = unpack(vim.api.nvim_win_get_cursor(shown.window))
  local position = { line = line - 1, character = column }
  client_of.request(shown.client, 'vt-lsp/previewMap', { uri = shown.uri, position = position }, function(result)
    local section = result.sections[1]
    if section then
      vim.lsp.util.open_floating_preview(vim.split(section.reason, '\n'), 'markdown', { wrap = true })
    end
  end)
end

-- Show the next of the operators that the entry is for.
function M.next()
  local at = 0
  for index, operator in ipairs(shown.operators) do
    at = operator == shown.operator and index or at
  end
  local operator = shown.operators[at % #shown.operators + 1]
  M.ask({ textDocument = { uri = vim.uri_from_bufnr(shown.source) }, operator = operator }, shown.operators)
end

-- Ask for a preview and show it; `operators` are those to go through instead of the answer's.
function M.ask(params, operators)
  client_of.request(shown.client, 'vt-lsp/preview', params, function(result)
    if result and is_shown() then
      result.operators = operators or result.operators
      take(result)
      follow_token()
    end
  end)
end

-- The server's notification that a preview's text is another one.
function M.changed(error, params)
  if error or not is_shown() or not params or params.uri ~= shown.uri then
    return
  end
  local of = shown
  client_of.request(shown.client, 'workspace/textDocumentContent', { uri = params.uri }, function(result)
    if shown == of and is_shown() and params.uri == shown.uri then
      write(result.text)
    end
  end)
end

local function make_buffer()
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.bo[buffer].bufhidden = 'wipe'
  vim.bo[buffer].swapfile = false
  vim.bo[buffer].modifiable = false
  vim.bo[buffer].filetype = 'cpp'
  for key, does in pairs({ ['<CR>'] = M.jump, K = M.why, ['<Tab>'] = M.next }) do
    vim.api.nvim_buf_set_keymap(buffer, 'n', key, '', { callback = does, noremap = true, nowait = true })
  end
  vim.api.nvim_buf_set_keymap(buffer, 'n', 'q', '<Cmd>close<CR>', { noremap = true, nowait = true })
  return buffer
end

local function make_window(buffer)
  local from = vim.api.nvim_get_current_win()
  vim.cmd('rightbelow vsplit')
  local window = vim.api.nvim_get_current_win()
  vim.api.nvim_win_set_buf(window, buffer)
  vim.wo[window].number, vim.wo[window].wrap, vim.wo[window].spell = false, false, false
  vim.api.nvim_set_current_win(from)
  return window
end

local function watch(source)
  local group = vim.api.nvim_create_augroup('vt_lsp_preview', {})
  local timer = (vim.uv or vim.loop).new_timer()
  vim.api.nvim_create_autocmd({ 'CursorMoved', 'CursorMovedI' }, {
    group = group,
    buffer = source,
    callback = function()
      timer:stop()
      timer:start(PAUSE, 0, vim.schedule_wrap(follow_cursor))
    end,
  })
  vim.api.nvim_create_autocmd('BufWipeout', {
    group = group,
    buffer = shown.buffer,
    callback = function()
      timer:stop()
      timer:close()
      vim.api.nvim_create_augroup('vt_lsp_preview', {})
    end,
  })
end

-- Show the preview of an operator, or of what stands at the cursor and then follow the cursor.
function M.open(operator)
  local source, from = vim.api.nvim_get_current_buf(), vim.api.nvim_get_current_win()
  local client = client_of.of(source)
  if not client then
    return
  end
  local params = client_of.position(from, client)
  params.operator = operator
  client_of.request(client, 'vt-lsp/preview', params, function(result)
    if not result then
      vim.notify('vt-lsp: no operator ' .. (operator or 'here'), vim.log.levels.WARN)
      return
    end
    if is_shown() then
      vim.api.nvim_win_close(shown.window, true)
    end
    local buffer = make_buffer()
    local window = make_window(buffer)
    shown = { buffer = buffer, window = window, source = source, from = from, client = client, pinned = operator ~= nil }
    watch(source)
    take(result)
    follow_token()
  end)
end

return M

-- An editing session in Neovim, 0.7 or newer. What is seen is written as JSON to $SEEN; the test judges it.
local seen = {}
local root = vim.env.CHECKOUT
local PATIENCE = 20000

local function wait(what, test)
  if not vim.wait(PATIENCE, test, 20) then
    error('timeout: ' .. what)
  end
end

local function clients(buffer)
  local all = (vim.lsp.get_clients or vim.lsp.get_active_clients)()
  return vim.tbl_filter(function(client)
    return vim.lsp.buf_is_attached(buffer or 0, client.id)
  end, all)
end

local function diagnostics()
  local found = {}
  for _, one in ipairs(vim.diagnostic.get(0)) do
    local text = vim.api.nvim_buf_get_text(0, one.lnum, one.col, one.end_lnum, one.end_col, {})
    table.insert(found, { one.code or one.user_data.lsp.code, table.concat(text, '\n') })
  end
  return found
end

-- Put the cursor on the nth occurrence of a plain text in a line of the buffer.
local function go_to(line, text, nth)
  local content, at = vim.api.nvim_buf_get_lines(0, line - 1, line, true)[1], 0
  for _ = 1, nth or 1 do
    at = assert(content:find(text, at + 1, true), text)
  end
  vim.api.nvim_win_set_cursor(0, { line, at - 1 })
end

local function position(client)
  return vim.lsp.util.make_position_params(0, client.offset_encoding)
end

local function ask(client, method, params)
  local answer
  require('vt_lsp.client').request(client, method, params, function(result)
    answer = { result = result }
  end)
  wait(method, function()
    return answer ~= nil
  end)
  return answer.result
end

local function contents(buffer)
  return vim.api.nvim_buf_get_lines(buffer or 0, 0, -1, false)
end

local function shows(text)
  for _, window in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    local buffer = vim.api.nvim_win_get_buf(window)
    if table.concat(contents(buffer), '\n'):find(text, 1, true) then
      return window
    end
  end
end

local function session()
  local derivatives, native = root .. '/tools/autograd/derivatives.yaml', root .. '/aten/src/ATen/native/native_functions.yaml'
  vim.cmd('edit ' .. root .. '/other.yaml')
  vim.cmd('edit ' .. root .. '/finance/derivatives.yaml')
  vim.wait(300)
  seen.others = #clients(vim.fn.bufnr('other.yaml')) + #clients(0)

  vim.cmd('edit ' .. derivatives)
  wait('attach', function()
    return #clients() == 1
  end)
  local client = clients()[1]
  wait('initialize', function()
    return client.server_capabilities and client.initialized ~= false
  end)
  seen.root = client.config.root_dir
  wait('diagnostics', function()
    return #vim.diagnostic.get(0) == 2
  end)
  seen.diagnostics = diagnostics()
  local fault = vim.diagnostic.get(0, { lnum = 3 })[1]
  seen.severity = fault.severity == vim.diagnostic.severity.WARN and 'warning' or 'error'

  go_to(2, 'water')
  seen.hover = ask(client, 'textDocument/hover', position(client)).contents.value
  go_to(3, 'water')
  vim.lsp.buf.definition()
  wait('definition', function()
    return vim.api.nvim_buf_get_name(0) == native
  end)
  seen.definition = { vim.fn.expand('<cword>'), vim.fn.line('.') }
  vim.cmd('buffer ' .. vim.fn.bufnr(derivatives))

  -- Completion: half a word is typed after the odd characters, and what is taken replaces it.
  go_to(3, "water'")
  vim.cmd('normal! cwwat')
  vim.cmd('normal! a')
  local at = position(client)
  at.position.character = at.position.character + 1
  local found = ask(client, 'textDocument/completion', at)
  local items = found.items or found
  seen.completion = vim.tbl_map(function(item)
    return item.label
  end, items)
  for _, item in ipairs(items) do
    if item.label == 'water' and item.textEdit then
      vim.lsp.util.apply_text_edits({ item.textEdit }, vim.api.nvim_get_current_buf(), client.offset_encoding)
    end
  end
  seen.completed = contents()[3]

  -- Quick fixes, chosen by their titles.
  local wanted_title
  vim.ui.select = function(choices, options, chosen)
    for at, choice in ipairs(choices) do
      local title = options.format_item(choice)
      if title:find(wanted_title, 1, true) then
        return chosen(choice, at)
      end
    end
    error('no code action ' .. wanted_title .. ' in ' .. vim.inspect(vim.tbl_map(options.format_item, choices)))
  end
  for line, wanted in pairs({ [3] = { 'grads', 'Replace `grads' }, [4] = { 'watr', 'Rename `watr`' } }) do
    go_to(line, wanted[1])
    wanted_title = wanted[2]
    local before = vim.api.nvim_buf_get_changedtick(0)
    vim.lsp.buf.code_action()
    wait('code action ' .. wanted[2], function()
      return vim.api.nvim_buf_get_changedtick(0) ~= before
    end)
  end
  seen.fixed = contents()
  wait('no diagnostics', function()
    return #vim.diagnostic.get(0) == 0
  end)

  go_to(2, 'water')
  vim.lsp.buf.rename('soap')
  wait('rename', function()
    return table.concat(contents()):find('soap', 1, true) ~= nil
  end)
  seen.renamed, seen.renamed_native = contents(), contents(vim.fn.bufnr(native))

  -- The preview follows an edit, and leads back.
  go_to(3, 'soap')
  vim.cmd('VtLsp preview')
  wait('preview', function()
    return shows('WashBackward')
  end)
  local from, window = vim.api.nvim_get_current_win(), shows('WashBackward')
  seen.preview = contents(vim.api.nvim_win_get_buf(window))
  seen.preview_kind = vim.bo[vim.api.nvim_win_get_buf(window)].filetype
  go_to(3, '* soap')
  vim.cmd('normal! r+')
  wait('preview of the edit', function()
    return shows('grad + soap) : Tensor()')
  end)
  seen.edited = contents()
  vim.api.nvim_set_current_win(window)
  assert(vim.fn.search('grad + soap', 'cw') > 0)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes('<CR>', true, false, true), 'xt', false)
  wait('jump', function()
    return vim.api.nvim_get_current_win() == from
  end)
  seen.jump = { vim.fn.fnamemodify(vim.api.nvim_buf_get_name(0), ':t'), vim.fn.line('.'), vim.fn.strpart(vim.fn.getline('.'), vim.fn.col('.') - 1) }
  -- The cursor goes to another entry, and the preview with it.
  vim.api.nvim_win_set_cursor(0, { 7, 3 })
  vim.cmd('doautocmd CursorMoved')
  wait('preview follows the cursor', function()
    return shows('RinseBackward')
  end)
  seen.followed = not shows('WashBackward')

  -- The entry is for two operators; a line of the preview says why it is there.
  local function press(key)
    vim.api.nvim_set_current_win(shows('RinseBackward'))
    vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(key, true, false, true), 'xt', false)
  end
  press('<Tab>')
  wait('the next operator', function()
    return shows('// rinse_(')
  end)
  press('<Tab>')
  wait('the first operator again', function()
    return shows('// rinse(')
  end)
  vim.fn.search('RinseBackward')
  press('K')
  wait('the reason', function()
    return #vim.tbl_filter(function(window)
      return vim.api.nvim_win_get_config(window).relative ~= ''
    end, vim.api.nvim_list_wins()) == 1
  end)

  -- What lenses do.
  for wanted, does in pairs({
    ['show generated'] = function()
      return shows('WashBackward')
    end,
    ['1 function'] = function()
      return #vim.fn.getqflist() == 1
    end,
  }) do
    vim.api.nvim_set_current_win(from)
    vim.cmd('only')
    vim.api.nvim_win_set_cursor(0, { 2, 9 })
    vim.lsp.codelens.refresh({ bufnr = 0 })
    wait('lenses', function()
      return #vim.tbl_filter(function(lens)
        return lens.command and lens.command.title:find(wanted, 1, true)
      end, vim.lsp.codelens.get(0)) > 0
    end)
    wanted_title = wanted
    vim.lsp.codelens.run()
    wait('the lens ' .. wanted, does)
  end
  seen.lens = vim.fn.getqflist({ title = 0 }).title
  vim.api.nvim_set_current_win(from)
  vim.cmd('only')

  vim.cmd('VtLsp diff wash')
  wait('diff', function()
    return shows('\n+')
  end)
  seen.diff = contents(vim.api.nvim_win_get_buf(shows('\n+')))
  vim.cmd('close')
  vim.api.nvim_set_current_win(from)
  vim.cmd('VtLsp other')
  wait('other', function()
    return vim.api.nvim_buf_get_name(0) == native
  end)
  vim.cmd('VtLsp explain unknown-type')
  wait('explain', function()
    return shows('# unknown-type')
  end)
  seen.other = true
  vim.cmd('wincmd p')
  vim.cmd('wall')
  vim.lsp.stop_client(client.id)
  wait('the end of the server', function()
    return not vim.lsp.get_client_by_id(client.id)
  end)
end

local ok, failure = xpcall(session, debug.traceback)
seen.failure = not ok and failure or nil
seen.errors = vim.v.errmsg
local file = io.open(vim.env.SEEN, 'w')
local encode = vim.json and vim.json.encode or vim.fn.json_encode
file:write(encode(seen))
file:close()
vim.cmd('qall!')

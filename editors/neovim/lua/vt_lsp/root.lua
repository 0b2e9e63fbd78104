-- Which buffers the server is for, and the folder that it works in.
local M = {}

local NATIVE, DERIVATIVES, TAGS = 'native_functions.yaml', 'derivatives.yaml', 'tags.yaml'
-- Where the pair stands below a checkout's root; else both files are side by side.
local NATIVE_FOLDER, DERIVATIVES_FOLDER = '/aten/src/ATen/native', '/tools/autograd'
local ENTRY = { [NATIVE] = '^%- func:', [DERIVATIVES] = '^%- name:%s*[\'"]?[%w_.:]+%(' }
local LOOKED_AT = 200

local function readable(path)
  return vim.fn.filereadable(path) == 1
end

local function parent(path)
  return vim.fn.fnamemodify(path, ':h')
end

-- The first folder upwards for which `test` is true.
local function upwards(folder, test)
  while not test(folder) do
    if parent(folder) == folder then
      return nil
    end
    folder = parent(folder)
  end
  return folder
end

local function is_checkout(folder)
  return readable(folder .. NATIVE_FOLDER .. '/' .. NATIVE) and readable(folder .. DERIVATIVES_FOLDER .. '/' .. DERIVATIVES)
end

-- Whether settings in a folder name the file.
local function names(folder, file)
  for _, settings in ipairs({ 'vt-lsp.toml', 'pyproject.toml' }) do
    local path = folder .. '/' .. settings
    if readable(path) then
      local text = table.concat(vim.fn.readfile(path), '\n')
      local ours = settings == 'vt-lsp.toml' or text:find('[tool.vt-lsp]', 1, true)
      return ours and text:find(file, 1, true) ~= nil
    end
  end
  return false
end

local function looks_like(buffer, pattern)
  for _, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, LOOKED_AT, false)) do
    if line:match(pattern) then
      return true
    end
  end
  return false
end

local function is_ours(buffer, folder, file)
  if file == TAGS then
    return readable(folder .. '/' .. NATIVE)
  end
  if not ENTRY[file] then
    return false
  end
  local other = file == NATIVE and DERIVATIVES or NATIVE
  return readable(folder .. '/' .. other) or looks_like(buffer, ENTRY[file])
end

-- The root of a buffer with one of the pair's files; nil for any other buffer.
function M.of(buffer)
  local path = vim.api.nvim_buf_get_name(buffer)
  if path == '' or path:match('^%a[%w+.-]+://') then
    return nil
  end
  path = vim.fn.fnamemodify(path, ':p'):gsub('\\', '/')
  local folder, file = parent(path), vim.fn.fnamemodify(path, ':t')
  local named = upwards(folder, function(one)
    return names(one, file)
  end)
  if named then
    return named
  end
  local checkout = upwards(folder, is_checkout)
  if checkout and (folder == checkout .. NATIVE_FOLDER or folder == checkout .. DERIVATIVES_FOLDER) then
    return (ENTRY[file] or file == TAGS) and checkout or nil
  end
  return is_ours(buffer, folder, file) and folder or nil
end

return M

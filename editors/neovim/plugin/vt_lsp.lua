if vim.g.loaded_vt_lsp then
  return
end
vim.g.loaded_vt_lsp = true

vim.api.nvim_create_user_command('VtLsp', function(given)
  require('vt_lsp.commands').run(given.fargs)
end, {
  nargs = '+',
  desc = 'vt-lsp: preview, diff, other, explain, status',
  complete = function(lead)
    return require('vt_lsp.commands').complete(lead)
  end,
})

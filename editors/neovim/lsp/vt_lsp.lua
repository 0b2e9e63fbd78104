-- Neovim 0.11 and newer: `vim.lsp.enable('vt_lsp')`. Older versions: `require('vt_lsp').setup()`.
return require('vt_lsp').config()

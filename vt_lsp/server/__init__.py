"""The language server, `vt-lsp --stdio`."""

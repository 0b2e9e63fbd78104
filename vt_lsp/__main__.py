"""`python -m vt_lsp`."""

from vt_lsp.cli import run_process

if __name__ == "__main__":
    run_process()

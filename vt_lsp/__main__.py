"""`python -m vt_lsp`."""

import sys

from vt_lsp.cli import main

if __name__ == "__main__":
    sys.exit(main())

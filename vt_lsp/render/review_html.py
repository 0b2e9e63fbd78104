"""`--diff` as one page."""

from __future__ import annotations

from vt_lsp.diff import Reviewed


def render(reviewed: Reviewed) -> str:
    raise NotImplementedError

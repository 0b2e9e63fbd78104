"""vt-lsp/rules: all rules, `[{id, severity, origin, summary}]`, for a client that lets its user choose one."""

from __future__ import annotations

from typing import Any

from vt_lsp.rule_pages import listed_rules
from vt_lsp.server.context import Context

METHOD = "vt-lsp/rules"
PARAMS = None


def handle(context: Context, params: Any) -> list[dict[str, str]]:
    return listed_rules()

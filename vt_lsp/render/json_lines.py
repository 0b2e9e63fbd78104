"""The JSON format as one object a line, for programs that read while we write."""

from __future__ import annotations

import json
from collections.abc import Iterable

from vt_lsp.render.json_ import as_json
from vt_lsp.render.style import Style
from vt_lsp.report import Report


def render(reports: Iterable[Report], style: Style) -> str:
    """All findings; the style does not matter."""
    return "".join([f"{json.dumps(as_json(finding, report))}\n" for report in reports for finding in report.findings])

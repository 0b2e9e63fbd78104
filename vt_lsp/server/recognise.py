"""Telling what a text is by what it holds, where its name and place say nothing."""

from __future__ import annotations

import re

from vt_core.syntax.nodes import FileRole

# The first entries decide. `aten:` belongs to deprecated.yaml, whose entries otherwise look like derivatives.
_ENTRY = re.compile(r"^- (func|name):[ \t]*['\"]?[\w.:]+\(", re.MULTILINE)
_FOREIGN = re.compile(r"^[ \t]+aten:", re.MULTILINE)
_LOOKED_AT = 20_000


def role_of_text(text: str) -> FileRole | None:
    """Which of the two files a text seems to be; None for anything else."""
    start = text[:_LOOKED_AT]
    found = _ENTRY.search(start)
    if found is None or _FOREIGN.search(start):
        return None
    return "native_functions" if found[1] == "func" else "derivatives"

"""The blocks of code of a page of docs/: what they say is what the tests run."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[1]
# What stands for the clone in the pages.
CLONE = "/path/to/vt-lsp"


def blocks(page: str) -> dict[str, str]:
    """The blocks of a page that have a name after their language, for this clone."""
    found: dict[str, list[str]] = {}
    inside: list[str] | None = None
    for line in (ROOT / "docs" / page).read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            _, _, name = line.partition(" ")
            inside = found.setdefault(name, []) if inside is None and name else None
        elif inside is not None:
            inside.append(line.replace(CLONE, str(ROOT)))
    return {name: "\n".join([*lines, ""]) for name, lines in found.items()}

"""docs/dialects.md is what the dialects' values give, and every field of theirs is told there."""

from __future__ import annotations

import runpy
from pathlib import Path

from vt_core.dialects.registry import DIALECTS

DOCS = Path(__file__).parents[2] / "docs"
SCRIPT = runpy.run_path(str(DOCS / "make_dialects.py"))


def test_the_page_is_up_to_date() -> None:
    written = (DOCS / "dialects.md").read_text(encoding="utf-8")
    assert written == SCRIPT["page"](), "run docs/make_dialects.py"


def test_every_field_has_a_meaning() -> None:
    told = {path for meanings in SCRIPT["MEANINGS"].values() for path in meanings}
    for dialect in DIALECTS:
        assert set(SCRIPT["parts"](dialect)) == told, dialect.release


def test_every_release_has_a_section() -> None:
    sections = [line for line in SCRIPT["page"]().splitlines() if line.startswith("## ")]
    assert len(sections) == len(DIALECTS) - 1

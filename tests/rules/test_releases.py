"""Where a page says that a rule holds: its wrong examples give the finding there, and nowhere before or after."""

from __future__ import annotations

import pytest

from tests.rules.test_pages import found_in, read_page
from vt_core.dialects.registry import DIALECTS
from vt_core.rules.registry import RULE_IDS

FIRST_2_X = next(dialect for dialect in DIALECTS if dialect.family == "2.x")
NEWEST_1_8 = [dialect for dialect in DIALECTS if dialect.family == "1.8"][-1]
# Their examples name composite kernels as 1.8 does; later releases have other names for them.
NAMED_OTHERWISE = {"two-composite-kernels", "explicit-without-derivative"}


@pytest.mark.parametrize("name", sorted({*RULE_IDS} - NAMED_OTHERWISE))
def test_a_rule_holds_where_its_page_says(name: str) -> None:
    page = read_page(name)
    said = page.head.splitlines()[2].rsplit(" · ", 1)[1]
    for dialect in (NEWEST_1_8, FIRST_2_X, DIALECTS[-1]):
        found = any(
            finding.rule == name
            for section in page.sections
            if section.kind == "wrong"
            for finding in found_in(section.texts, dialect)
        )
        if said == "every release so far":
            assert found, dialect.release
        elif said == "1.8":
            assert found == (dialect.family == "1.8"), dialect.release
        elif said == "2.1 and later":
            assert not (found and dialect.family == "1.8"), dialect.release

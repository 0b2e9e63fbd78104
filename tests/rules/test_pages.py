"""Every page's Wrong sections have exactly the findings that they mark, its Right sections none, and fixes mend."""

from __future__ import annotations

import re

import pytest

from tests.rules.pages import Section, all_sections, as_marker, page_names, read_page
from vt_core.analysis.findings import Finding, findings
from vt_core.analysis.ignores import kept
from vt_core.analysis.snapshot import new_snapshot
from vt_core.dialects.dialect import Dialect
from vt_core.rules.registry import OFF_BY_DEFAULT, RULE_IDS, rule
from vt_core.syntax.nodes import FileRole
from vt_core.text.edits import TextEdit, apply_edits

SECTIONS = all_sections()
IDS = [f"{section.page}-{section.title}" for section in SECTIONS]


def found_in(texts: dict[FileRole, str], dialect: Dialect) -> tuple[Finding, ...]:
    snapshot = new_snapshot(texts, dialect)
    return kept(findings(snapshot, OFF_BY_DEFAULT), snapshot)


def mended(texts: dict[FileRole, str], finding: Finding) -> dict[FileRole, str]:
    assert finding.fix is not None
    edits: dict[FileRole, list[TextEdit]] = {}
    for edit in finding.fix.edits:
        edits.setdefault(edit.file, []).append(TextEdit(edit.span, edit.text))
    return {file: apply_edits(text, edits.get(file, [])) for file, text in texts.items()}


@pytest.mark.parametrize("name", page_names())
def test_a_page_has_all_its_parts(name: str) -> None:
    page = read_page(name)
    assert name in RULE_IDS
    known = rule(name)
    lines = page.head.splitlines()
    assert lines[0] == f"# {name}"
    assert lines[2].startswith(f"`{known.severity}` · origin `{known.origin}` · ")
    kinds = [section.kind for section in page.sections]
    assert "wrong" in kinds
    assert "right" in kinds
    assert page.titles[0] == "What the generator says"
    assert page.titles[-1] == "What to do"
    for section in page.sections:
        assert section.markers or section.kind == "right"
    assert any(marker.rule == name for section in page.sections for marker in section.markers)


@pytest.mark.parametrize("section", SECTIONS, ids=IDS)
def test_a_section_has_the_findings_that_it_marks(section: Section) -> None:
    found = found_in(section.texts, section.dialect)
    loose = {(marker.file, marker.line, marker.rule) for marker in section.markers if marker.columns is None}
    got = []
    for finding in found:
        exact = as_marker(finding, section.texts[finding.file], loose=False)
        is_loose = (exact.file, exact.line, exact.rule) in loose and exact.columns is not None and exact.columns[0] < 2
        got.append(exact._replace(columns=None) if is_loose else exact)
    assert sorted(marker[:5] for marker in got) == sorted(marker[:5] for marker in section.markers), got
    for marker in section.markers:
        messages = [other.message for other in got if other[:5] == marker[:5]]
        assert any(marker.message in message for message in messages), messages
    assert not (section.kind == "right" and found)


@pytest.mark.parametrize("section", SECTIONS, ids=IDS)
def test_findings_stay_on_one_line_and_read_well(section: Section) -> None:
    for finding in found_in(section.texts, section.dialect):
        for file, span in [(finding.file, finding.span), *[related[:2] for related in finding.related]]:
            covered = section.texts[file][span.start : span.end]
            assert covered, finding
            assert "\n" not in covered
        assert finding.message[0] == "`" or finding.message[0].islower()
        assert not finding.message.endswith(".")
        assert "``" not in finding.message
        assert "  " not in re.sub("`[^`]*`", "`", finding.message)


@pytest.mark.parametrize("section", [section for section in SECTIONS if section.kind == "wrong"])
def test_a_fix_mends_its_finding(section: Section) -> None:
    before = found_in(section.texts, section.dialect)
    for finding in before:
        if finding.fix is None:
            continue
        after = found_in(mended(section.texts, finding), section.dialect)
        assert finding.fix.edits
        same = [other for other in after if (other.rule, other.message) == (finding.rule, finding.message)]
        assert not same, finding.fix
        if finding.fix.safe:
            known = {(other.file, other.rule, other.message) for other in before}
            assert {(other.file, other.rule, other.message) for other in after} < known


@pytest.mark.parametrize("section", [section for section in SECTIONS if section.kind == "wrong"])
def test_line_breaks_of_another_kind_change_nothing(section: Section) -> None:
    windows = {file: text.replace("\n", "\r\n") for file, text in section.texts.items()}
    one, other = found_in(section.texts, section.dialect), found_in(windows, section.dialect)
    assert [as_marker(f, section.texts[f.file], loose=False)[:5] for f in one] == [
        as_marker(f, windows[f.file], loose=False)[:5] for f in other
    ]
    for finding, twin in zip(one, other):
        assert (finding.fix is None) == (twin.fix is None)
        if finding.fix is not None:
            expected = mended(section.texts, finding)
            assert mended(windows, twin) == {file: text.replace("\n", "\r\n") for file, text in expected.items()}

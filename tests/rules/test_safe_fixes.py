"""Safe fixes, over all pages and all judged faults: each removes its finding, adds none that the files did not have
before the fault, and touches nothing outside its entry."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from tests.corpora import corpus_dialect, corpus_texts, recorded
from tests.rules.pages import Section
from tests.rules.test_pages import SECTIONS, found_in, mended
from vt_core.analysis.findings import Finding, findings
from vt_core.analysis.snapshot import Snapshot, edited, new_snapshot
from vt_core.syntax.entries import split_entries
from vt_core.syntax.nodes import FileRole
from vt_core.text.spans import Span
from vt_lsp.fixing import chosen_fixes


def kinds(found: tuple[Finding, ...]) -> Counter[tuple[FileRole, str, str]]:
    return Counter([(one.file, one.rule, one.message) for one in found])


@pytest.mark.parametrize("section", [section for section in SECTIONS if section.kind == "wrong"])
def test_a_safe_fix_touches_one_entry(section: Section) -> None:
    """Entries that no edit is in stay as they are, with their comments; there are as many as before."""
    for finding in found_in(section.texts, section.dialect):
        if finding.fix is None or not finding.fix.safe or finding.rule == "unused-ignore":
            continue
        after = mended(section.texts, finding)
        for file, text in section.texts.items():
            edits = [edit for edit in finding.fix.edits if edit.file == file]
            old, new = split_entries(text), split_entries(after[file])
            assert len(old) == len(new)
            start = 0
            for before, now in zip(old, new):
                end = start + len(before)
                if not any(start <= edit.span.start <= end for edit in edits):
                    assert before == now
                start = end


def mutated(start: Snapshot, mutation: dict[str, Any]) -> Snapshot:
    snapshot = start
    for edit in mutation["edits"]:
        document = snapshot.document(edit["file"].removesuffix(".yaml").replace(".", "_"))
        lines = document.text.splitlines(keepends=True)
        first = sum(map(len, lines[: edit["start"]]))
        last = sum(map(len, lines[: edit["end"]]))
        text = "".join([f"{line}\n" for line in edit["text"]])
        snapshot = edited(snapshot, document.file, Span(first, last), text)
    return snapshot


@pytest.mark.parametrize("corpus", ["v1.8.0a0-c39fb97", "v2.13.0"])
def test_safe_fixes_of_judged_faults(corpus: str) -> None:
    start = new_snapshot(corpus_texts(corpus), corpus_dialect(corpus))
    known = kinds(findings(start))
    made = 0
    for mutation in recorded(corpus, "mutations.json.xz"):
        snapshot = mutated(start, mutation)
        before = findings(snapshot)
        for finding in before:
            fix = finding.fix
            if fix is None or not fix.safe or (finding.file, finding.rule, finding.message) in known:
                continue
            after = snapshot
            for edit in sorted(fix.edits, key=lambda edit: (edit.file, edit.span), reverse=True):
                after = edited(after, edit.file, edit.span, edit.text)
            left = kinds(findings(after))
            kind = (finding.file, finding.rule, finding.message)
            assert left[kind] < kinds(before)[kind], mutation["id"]
            new = left - kinds(before) - known
            assert not new, mutation["id"]
            made += 1
    assert made > 50


def test_fixes_that_overlap_are_not_made_at_once() -> None:
    for section in SECTIONS:
        made, edits = chosen_fixes(found_in(section.texts, section.dialect), unsafe=True)
        for file, changes in edits.items():
            spans = sorted(edit.span for edit in changes)
            assert all(one.end <= other.start for one, other in pairwise(spans)), (section.page, file)
        assert made or not edits

"""One fault at a time on one live snapshot: the generator's verdict, told at the edited entry, and gone with it."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from typing import Any, NamedTuple

import pytest

from tests.corpora import corpus_texts, recorded
from vt_core.analysis.findings import Finding, findings
from vt_core.analysis.snapshot import Snapshot, edited, new_snapshot
from vt_core.dialects.dialect import Dialect
from vt_core.dialects.v1_8 import V1_8_0A0
from vt_core.dialects.v2_x import V2_13
from vt_core.syntax.nodes import FileRole
from vt_core.text.lines import LineTable
from vt_core.text.spans import Span

CORPUS = "v1.8.0a0-c39fb97"
CORPUS_2_X = "v2.13.0"


class Placed(NamedTuple):
    """A finding with the lines that it covers, from 0."""

    finding: Finding
    first: int
    last: int


def placed(snapshot: Snapshot) -> list[Placed]:
    result = []
    for finding in findings(snapshot):
        document = snapshot.document(finding.file)
        first, last = (document.position(offset).line for offset in finding.span)
        result.append(Placed(finding, first, last))
    return result


def replace_lines(snapshot: Snapshot, edit: dict[str, Any], lines: list[str], start: int, end: int) -> Snapshot:
    file: FileRole = edit["file"]
    table = LineTable.of(snapshot.document(file).text)
    span = Span(table.offset(start, 0), table.offset(end, 0))
    return edited(snapshot, file, span, "".join(line + "\n" for line in lines))


def old_lines(snapshot: Snapshot, edit: dict[str, Any]) -> list[str]:
    return snapshot.document(edit["file"]).text.split("\n")[edit["start"] : edit["end"]]


def changed_lines(edit: dict[str, Any], old: list[str], fault: int | None) -> set[int]:
    new, start = edit["text"], edit["start"]
    codes = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    lines = {start + j for tag, _, _, j1, j2 in codes if tag in ("replace", "insert") for j in range(j1, j2)}
    lines = lines or set(range(start - 1, start + len(new) + 1))
    return lines if fault is None else lines | {fault}


def touches(found: Placed, edit: dict[str, Any]) -> bool:
    after = edit["start"] + len(edit["text"]) + 1
    return found.finding.file == edit["file"] and found.first <= after and found.last >= edit["start"] - 1


def operators(edit: dict[str, Any], old: list[str]) -> set[str]:
    found = (re.match(r"\s*-?\s*(?:func|name):\s*['\"]?([A-Za-z_]\w*)", line) for line in (*old, *edit["text"]))
    return {match.group(1).strip("_") for match in found if match}


def names_operator(line: str, names: set[str]) -> bool:
    words = [word.strip("_") for word in re.findall(r"\w+", line)]
    return any(
        word == name or word.startswith(name + "_") or name.startswith(word + "_")
        for word in words
        if word
        for name in names
    )


def refusals(found: list[Placed]) -> list[Placed]:
    return [p for p in found if p.finding.severity == "error" and p.finding.origin == "generator"]


class Judgement(NamedTuple):
    """What one mutation showed."""

    same_verdict: bool
    refused: bool
    at_entry: bool
    exact: bool
    elsewhere: list[Placed]


def judge(mutation: dict[str, Any], start: Snapshot, known: Counter[tuple[str, str]]) -> tuple[Judgement, Snapshot]:
    snapshot, undo, names, changed = start, [], set(), {}
    for edit in mutation["edits"]:
        old = old_lines(snapshot, edit)
        names |= operators(edit, old)
        fault = mutation.get("line") if edit is mutation["edits"][0] else None
        changed.setdefault(edit["file"], set()).update(changed_lines(edit, old, fault))
        snapshot = replace_lines(snapshot, edit, edit["text"], edit["start"], edit["end"])
        undo.append((edit, old))
    found = placed(snapshot)
    bad = refusals(found)
    here = [p for p in bad if any(touches(p, edit) for edit in mutation["edits"])]
    elsewhere_file = [p for p in bad if p.finding.file not in changed]
    exact = [
        p
        for p in bad
        if p.first == p.last
        and (p.first in changed.get(p.finding.file, ()) or (not here and on_operator(p, snapshot, names)))
    ]
    left = Counter(known)
    new: list[Placed] = []
    for p in found:
        key = (p.finding.rule, p.finding.message)
        if left[key]:
            left[key] -= 1
        elif p.finding.severity == "error" and not any(touches(p, edit) for edit in mutation["edits"]):
            new += [] if on_operator(p, snapshot, names) else [p]
    verdict = bool(bad) != mutation["verdict"]["ok"]
    for edit, old in reversed(undo):
        snapshot = replace_lines(snapshot, edit, old, edit["start"], edit["start"] + len(edit["text"]))
    return Judgement(verdict, bool(bad), bool(here or elsewhere_file), bool(exact), new), snapshot


def on_operator(found: Placed, snapshot: Snapshot, names: set[str]) -> bool:
    return names_operator(snapshot.document(found.finding.file).text.split("\n")[found.first], names)


# What is removed there is missed by entries above that say so themselves.
TOLD_ELSEWHERE = {"n0547-entry-removed"}


@pytest.mark.parametrize(("corpus", "dialect", "count"), [(CORPUS, V1_8_0A0, 869), (CORPUS_2_X, V2_13, 694)])
def test_every_judged_fault(corpus: str, dialect: Dialect, count: int) -> None:
    mutations = recorded(corpus, "mutations.json.xz")
    start = new_snapshot(corpus_texts(corpus), dialect)
    baseline = findings(start)
    known = Counter((finding.rule, finding.message) for finding in baseline if finding.severity == "error")
    assert not refusals(placed(start))
    snapshot, wrong, lost, loose, elsewhere, refused = start, [], [], [], [], 0
    for mutation in mutations:
        judgement, snapshot = judge(mutation, snapshot, known)
        wrong += [] if judgement.same_verdict else [mutation["id"]]
        elsewhere += [(mutation["id"], p.finding.message) for p in judgement.elsewhere]
        if not mutation["verdict"]["ok"]:
            refused += 1
            lost += [] if judgement.at_entry or mutation["id"] in TOLD_ELSEWHERE else [mutation["id"]]
            loose += [] if judgement.exact else [mutation["id"]]
        assert findings(snapshot) == baseline, f"not clean after taking back {mutation['id']}"
    print(f"{len(mutations)} faults, {refused} refused, {refused - len(loose)} on one changed line")
    assert len(mutations) == count
    assert not wrong
    assert not lost
    assert not elsewhere
    assert len(loose) <= 0.05 * refused, loose

"""Several faults at once: each is told as if it were alone."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tests.conformance.test_verdicts import operators, replace_lines
from tests.corpora import corpus_texts, recorded
from vt_core.analysis.findings import findings
from vt_core.analysis.snapshot import Snapshot, new_snapshot
from vt_core.dialects.v1_8 import V1_8_0A0

CORPUS = "v1.8.0a0-c39fb97"
GROUPS = 60
SIZE = 5


def told(snapshot: Snapshot) -> Counter[tuple[str, str, str, str]]:
    """Findings of origin generator by rule, message and the operator's line of their entry, wherever that now is."""
    counted: Counter[tuple[str, str, str, str]] = Counter()
    for finding in findings(snapshot):
        if finding.origin == "generator":
            document = snapshot.document(finding.file)
            block = document.blocks[document.block_at(finding.span.start)]
            counted[finding.file, finding.rule, finding.message, block.text.split("\n")[0]] += 1
    return counted


def apply(snapshot: Snapshot, mutations: list[dict[str, Any]]) -> Snapshot:
    """All edits, from the end of each file to its start, so that line numbers stay right."""
    edits = [edit for mutation in mutations for edit in mutation["edits"]]
    for edit in sorted(edits, key=lambda edit: edit["start"], reverse=True):
        snapshot = replace_lines(snapshot, edit, edit["text"], edit["start"], edit["end"])
    return snapshot


def distant(mutations: list[dict[str, Any]], texts: dict[str, str]) -> bool:
    """Of different kinds, of different operators, and not near each other."""
    names: set[str] = set()
    for mutation in mutations:
        edit = mutation["edits"][0]
        lines = texts[edit["file"]].split("\n")[edit["start"] : edit["end"]]
        own = {name.split("_backward")[0] for name in operators(edit, lines)}
        if own & names or not own:
            return False
        names |= own
    starts = [(m["edits"][0]["file"], m["edits"][0]["start"]) for m in mutations]
    close = any(a[0] == b[0] and abs(a[1] - b[1]) < 12 for i, a in enumerate(starts) for b in starts[:i])
    return not close and len({m["kind"] for m in mutations}) == len(mutations)


def groups(texts: dict[str, str]) -> list[list[dict[str, Any]]]:
    refused = [m for m in recorded(CORPUS, "mutations.json.xz") if not m["verdict"]["ok"] and len(m["edits"]) == 1]
    source, found = random.Random(8), []
    while len(found) < GROUPS:
        group = source.sample(refused, SIZE)
        if distant(group, texts):
            found.append(group)
    return found


@pytest.fixture(scope="module")
def start() -> Snapshot:
    return new_snapshot(corpus_texts(CORPUS), V1_8_0A0)


def test_five_faults_give_the_findings_of_each(start: Snapshot) -> None:
    texts = {str(file): text for file, text in corpus_texts(CORPUS).items()}
    for group in groups(texts):
        alone: Counter[tuple[str, str, str, str]] = Counter()
        for mutation in group:
            own = told(apply(start, [mutation]))
            assert own, mutation["id"]
            alone += own
        together = told(apply(start, group))
        assert together == alone, [mutation["id"] for mutation in group]
        assert sum(together.values()) >= SIZE

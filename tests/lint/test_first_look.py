"""The first look never hides a mistake: with all checks run, the same faults are found."""

from __future__ import annotations

import random
import re

import pytest

from tests.corpora import SOME, corpus_dialect, corpus_snapshot, corpus_texts
from vt_core.analysis.snapshot import Snapshot, new_snapshot
from vt_core.lint.entry import lint_entry

# What turns formulas into mistakes of many kinds.
DAMAGES = (
    (r"\bgrad\b", "grda"),
    (r"\bgrad\b", "self"),
    (r"\bgrad\b", "grad * grad"),
    (r"\bself\b", "slef"),
    (r"\bself\b", "self.is_contiguous()"),
    (r"\)", ""),
    (r"\(", "(("),
    (r", ", ", , "),
    (r"$", ";"),
    (r"$", " + 1"),
    (r"\.", "->"),
    (r"grads\[(\d)\]", r"grads[\1 + 1]"),
    (r"(\w+), (\w+)\)", r"\1, \1)"),
    (r"not_implemented\(", "zeros_like("),
    (r"\bresult\d?\b", "result7"),
    (r'"', ""),
)


def check_all(snapshot: Snapshot) -> int:
    count = 0
    index, native = snapshot.derivatives_index, snapshot.native_index
    for placed, info in index.infos.items():
        group = native.group_of(info.func.func.signature)
        quick = lint_entry(info.entry, info, group, snapshot.dialect)
        thorough = lint_entry(info.entry, info, group, snapshot.dialect, thoroughly=True)
        assert sorted(quick.faults, key=repr) == sorted(thorough.faults, key=repr), placed.entry.text
        count += len(thorough.faults)
    return count


@pytest.mark.parametrize("name", SOME)
def test_of_a_release(name: str) -> None:
    assert check_all(corpus_snapshot(name)) > 50


@pytest.mark.parametrize("name", ["v1.8.1", "v2.13.0"])
def test_of_damaged_formulas(name: str) -> None:
    texts = corpus_texts(name)
    chosen = random.Random(7)
    lines = texts["derivatives"].split("\n")
    damaged = 0
    for at, line in enumerate(lines):
        if re.match(r"  [\w, ]+: \w", line) and "name:" not in line and chosen.random() < 0.7:
            key, colon, formula = line.partition(": ")
            pattern, text = chosen.choice(DAMAGES)
            quote = "'" if formula[:1] not in "'\"" and formula[-1:] not in "'\"" and ": " not in formula else ""
            lines[at] = f"{key}{colon}{quote}{re.sub(pattern, text, formula, count=1)}{quote}"
            damaged += lines[at] != line
    assert damaged > 200
    snapshot = new_snapshot({**texts, "derivatives": "\n".join(lines)}, corpus_dialect(name))
    assert len(snapshot.derivatives_index.infos) > 300
    assert check_all(snapshot) > 200

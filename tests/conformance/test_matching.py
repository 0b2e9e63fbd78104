"""Every function of a release, its entry and its nodes: as the generator's own."""

from __future__ import annotations

import pytest

from tests.corpora import FAMILY_2_X, corpus_texts, recorded
from vt_core.analysis.findings import findings
from vt_core.analysis.snapshot import Snapshot, new_snapshot
from vt_core.codegen.strategy import dispatch_strategy
from vt_core.dialects.registry import dialect_named


def rows_of(snapshot: Snapshot) -> list[dict[str, object]]:
    return [
        {
            "name": match.function.func.name.text,
            "schema": match.function.func.text,
            "strategy": dispatch_strategy(match.function, match.info),
            "entry": None if match.info is None else match.info.func.func.name.text,
            "exact": match.exact,
            "node": {one.autograd_key: one.node_name for one in match.keyed if one.node_name is not None},
        }
        for match in snapshot.functions
    ]


@pytest.mark.parametrize("name", FAMILY_2_X)
def test_rows(name: str) -> None:
    dialect = dialect_named(name.removeprefix("v"))
    assert dialect is not None
    snapshot = new_snapshot(corpus_texts(name), dialect)
    golden = recorded(name, "golden.jsonl.xz")
    ours = rows_of(snapshot)
    expected = {row["name"]: row for row in golden if row["kind"] == "function"}
    assert sorted(str(row["name"]) for row in ours) == sorted(expected)
    for row in ours:
        recorded_row = expected[str(row["name"])]
        assert row == {key: recorded_row[key] for key in row}
    nodes = [(node.node_name, node.info.func.func.name.text) for node in snapshot.nodes]
    assert sorted(nodes) == sorted((row["op"], row["entry"]) for row in golden if row["kind"] == "node")
    assert not [finding for finding in findings(snapshot) if finding.severity == "error"]

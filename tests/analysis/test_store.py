"""The store forgets, and nobody notices."""

from __future__ import annotations

from tests.analysis.test_incremental import answers, pair
from vt_core.analysis.snapshot import edited, new_snapshot
from vt_core.analysis.store import BOUND, Memo, Store
from vt_core.dialects.v1_8 import V1_8_1
from vt_core.text.spans import Span


def test_a_memo_forgets_its_oldest() -> None:
    memo: Memo[int, str] = Memo(3)
    for number in range(5):
        memo.put(number, str(number))
    assert [memo.get(number) for number in range(5)] == [None, None, "2", "3", "4"]


def test_parts_of_schemas_do_not_pile_up() -> None:
    """However many half-typed arguments there were, the caches stay small and the answers right."""
    store = Store()
    snapshot = new_snapshot(pair("clean"), V1_8_1, store)
    for number in range(BOUND + 1):
        store.schemas.arguments[f"int typed_{number}"] = next(iter(store.schemas.arguments.values()))
    snapshot = edited(snapshot, "native_functions", Span(0, 0), "# a comment\n")
    assert len(snapshot.store.schemas.arguments) < BOUND
    texts = {"native_functions": "# a comment\n" + pair("clean")["native_functions"]}
    fresh = new_snapshot(
        {"native_functions": texts["native_functions"], "derivatives": pair("clean")["derivatives"]}, V1_8_1
    )
    assert answers(snapshot) == answers(fresh)

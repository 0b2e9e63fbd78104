"""Several edits at once: what lies between them stays as it is."""

from __future__ import annotations

from vt_core.analysis.document import changed_blocks, edit_document, open_document
from vt_core.analysis.findings import findings
from vt_core.analysis.snapshot import new_snapshot, with_document
from vt_core.analysis.store import Store
from vt_core.dialects.v1_8 import V1_8_1
from vt_core.text.spans import Span

NATIVE = "".join([f"- func: op{n}(Tensor self) -> Tensor\n  dispatch:\n    CPU: op{n}\n" for n in range(50)])


def test_only_what_was_edited_changes() -> None:
    store = Store()
    old = open_document("native_functions", NATIVE, store)
    new = edit_document(old, Span(8, 8), "first_", store)
    end = NATIVE.rindex("op49(") + len("first_")
    new = edit_document(new, Span(end, end), "last_", store)
    removed, added = changed_blocks(old, new)
    assert [block.text.partition("(")[0] for block in removed] == ["- func: op0", "- func: op49"]
    assert [block.text.partition("(")[0] for block in added] == ["- func: first_op0", "- func: last_op49"]
    assert changed_blocks(new, new) == ([], [])


def test_the_snapshot_is_that_of_a_fresh_start() -> None:
    derivatives = (
        "- name: op3(Tensor self) -> Tensor\n  self: grad\n- name: op40(Tensor self) -> Tensor\n  self: grad\n"
    )
    start = new_snapshot({"native_functions": NATIVE, "derivatives": derivatives}, V1_8_1)
    document = start.native
    for number in (40, 3, 20):
        at = document.text.index(f"op{number}(")
        document = edit_document(document, Span(at, at), "x", start.store)
    snapshot = with_document(start, document)
    fresh = new_snapshot({"native_functions": document.text, "derivatives": derivatives}, V1_8_1)
    assert findings(snapshot) == findings(fresh)
    assert len(findings(snapshot)) == 2
    assert [one.function.func.text for one in snapshot.functions] == [one.function.func.text for one in fresh.functions]

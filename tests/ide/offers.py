"""Offers taken: what a file holds once a completion or an action is accepted."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from tests.ide.fixtures import Fixture, parse
from vt_core.analysis.findings import FindingEdit, findings
from vt_core.analysis.snapshot import Snapshot, new_snapshot
from vt_core.ide.completion import complete
from vt_core.ide.completion_items import CompletionItem
from vt_core.ide.helpers_index import Helpers
from vt_core.syntax.nodes import FileRole
from vt_core.text.edits import TextEdit, apply_edits

FILES: tuple[FileRole, ...] = ("native_functions", "derivatives")

NATIVE = """\
- func: soft_gate(Tensor self, Tensor gate, *, Scalar sharpness=1) -> Tensor
  variants: function, method
  dispatch:
    CPU, CUDA: soft_gate

- func: soft_gate_(Tensor(a!) self, Tensor gate, *, Scalar sharpness=1) -> Tensor(a!)
  dispatch:
    CPU, CUDA: soft_gate_

- func: gate_curve(Tensor self, Scalar sharpness) -> Tensor

- func: extent(Tensor self, int axis, str mode='it') -> (Tensor low, Tensor high, Tensor spots)
  dispatch:
    CPU: extent_cpu

- func: blend(Tensor[] layers, Tensor? weights=None) -> Tensor
  dispatch:
    CPU: blend
"""
SOFT_GATE = "soft_gate(Tensor self, Tensor gate, *, Scalar sharpness=1) -> Tensor"
EXTENT = "extent(Tensor self, int axis, str mode='it') -> (Tensor low, Tensor high, Tensor spots)"


def completions(native: str, derivatives: str = "", helpers: Helpers | None = None) -> dict[str, CompletionItem]:
    """What is offered at the cursor, by label, in the order of the sort texts."""
    fixture = parse(native, derivatives)
    found = complete(fixture.snapshot, fixture.file, fixture.offset, helpers or {})
    return {item.label: item for item in sorted(found.items, key=lambda item: item.sort)}


def accepted(native: str, derivatives: str, label: str, *, snippets: bool = False) -> str:
    """The cursor's file with an offer taken."""
    fixture = parse(native, derivatives)
    found = complete(fixture.snapshot, fixture.file, fixture.offset, snippets=snippets)
    (item,) = [item for item in found.items if item.label == label]
    text = fixture.snapshot.document(fixture.file).text
    return apply_edits(text, [TextEdit(item.span, item.text), *item.more])


def plain(text: str) -> str:
    """A marked text without its marks."""
    return re.sub(r"\$[01]", "", text)


def changed(snapshot: Snapshot, edits: Iterable[FindingEdit]) -> dict[FileRole, str]:
    """Both files with edits made."""
    listed = list(edits)
    texts: dict[FileRole, str] = {}
    for file in FILES:
        own = [TextEdit(edit.span, edit.text) for edit in listed if edit.file == file]
        texts[file] = apply_edits(snapshot.document(file).text, own)
    return texts


def mistakes(snapshot: Snapshot) -> Counter[tuple[str, str]]:
    """What the generator refuses, wherever it stands."""
    found = [finding for finding in findings(snapshot) if finding.origin == "generator"]
    return Counter([(finding.rule, finding.message) for finding in found])


def new_mistakes(fixture: Fixture, edits: Iterable[FindingEdit]) -> Counter[tuple[str, str]]:
    """What is wrong after edits and was not before."""
    after = new_snapshot(changed(fixture.snapshot, edits), fixture.snapshot.dialect)
    return mistakes(after) - mistakes(fixture.snapshot)

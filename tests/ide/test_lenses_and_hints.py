"""Code lenses and inlay hints."""

from __future__ import annotations

from tests.ide.fixtures import Fixture, parse
from tests.ide.offers import NATIVE, SOFT_GATE
from vt_core.ide.code_lens import LensText, code_lenses, resolve_lens
from vt_core.ide.inlay_hints import inlay_hints
from vt_core.syntax.nodes import FileRole
from vt_core.text.spans import Span

DERIVATIVES = f"""\
- name: {SOFT_GATE}
  self, gate: f(grad, grad_input_mask)
- name: blend(Tensor[] layers, Tensor? weights=None) -> Tensor
  'layers': f(grad)
  weights: grad
- name: gate_curve(Tensor self, Scalar sharpness) -> Tensor
  self: non_differentiable
- name: lost(Tensor self) -> Tensor
  self: grad
"""


def lenses(fixture: Fixture, file: FileRole) -> list[tuple[str, LensText | None]]:
    """What each lens stands at, and what it says."""
    return [
        (fixture.text(lens.span, file).partition("(")[0], resolve_lens(fixture.snapshot, lens.data))
        for lens in code_lenses(fixture.snapshot, file)
    ]


def test_lenses_of_entries() -> None:
    fixture = parse(NATIVE, DERIVATIVES)
    found = lenses(fixture, "derivatives")
    titles = [(name, text.title) for name, text in found if text is not None]
    assert titles == [
        ("soft_gate", "2 functions"),
        ("soft_gate", "SoftGateBackward"),
        ("soft_gate", "show generated C++"),
        ("blend", "1 function"),
        ("blend", "BlendBackward"),
        ("blend", "show generated C++"),
        ("gate_curve", "1 function"),
    ]
    reached = found[0][1]
    assert reached is not None
    assert [fixture.text(place.span, place.file).partition("(")[0] for place in reached.places] == [
        "soft_gate",
        "soft_gate_",
    ]
    assert found[2][1] == LensText("show generated C++", operator="soft_gate")


def test_lenses_of_functions() -> None:
    fixture = parse(NATIVE, DERIVATIVES)
    found = lenses(fixture, "native_functions")
    assert [(name, text.title) for name, text in found if text is not None] == [
        ("soft_gate", "gradients of its own (soft_gate): SoftGateBackward"),
        ("soft_gate", "show generated C++"),
        ("soft_gate_", "gradients inherited from soft_gate: SoftGateBackward"),
        ("soft_gate_", "show generated C++"),
        ("gate_curve", "gradients of its own (gate_curve)"),
        ("extent", "show generated C++"),
        ("blend", "gradients of its own (blend): BlendBackward"),
        ("blend", "show generated C++"),
    ]
    inherited = found[2][1]
    assert inherited is not None
    assert [fixture.text(place.span, place.file) for place in inherited.places] == [SOFT_GATE]


def test_lenses_of_an_entry_that_stands_twice() -> None:
    entry = f"- name: {SOFT_GATE}\n  self: grad\n"
    found = lenses(parse(NATIVE, entry + entry), "derivatives")
    assert [text.title for _, text in found if text is not None and "Backward" in text.title] == [
        "SoftGateBackward0",
        "SoftGateBackward1",
    ]


def test_lenses_of_entries_that_are_gone() -> None:
    fixture, empty = parse(NATIVE, DERIVATIVES), parse("", "[]").snapshot
    for file in ("native_functions", "derivatives"):
        for lens in code_lenses(fixture.snapshot, "native_functions" if file == "native_functions" else "derivatives"):
            assert resolve_lens(empty, lens.data) is None
    assert resolve_lens(fixture.snapshot, {}) is None


def hinted(text: str, native: str = NATIVE, kinds: str = "type node entry") -> str:
    """The text with its hints in `<>`; of native_functions.yaml where there is no text of the other."""
    fixture = parse(native, text)
    file: FileRole = "derivatives"
    whole = fixture.snapshot.document(file).text
    for hint in reversed(inlay_hints(fixture.snapshot, file, Span(0, len(whole)))):
        if hint.kind in kinds:
            whole = f"{whole[: hint.offset]}<{hint.label}>{whole[hint.offset :]}"
    return whole


def test_hints_in_entries() -> None:
    assert (
        hinted(DERIVATIVES)
        == f"""\
- name: {SOFT_GATE}<SoftGateBackward>
  self<: Tensor>, gate<: Tensor>: f(grad, grad_input_mask)
- name: blend(Tensor[] layers, Tensor? weights=None) -> Tensor<BlendBackward>
  'layers<: Tensor[]>': f(grad)
  weights<: Tensor?>: grad
- name: gate_curve(Tensor self, Scalar sharpness) -> Tensor
  self<: Tensor>: non_differentiable
- name: lost(Tensor self) -> Tensor
  self: grad
"""
    )


def test_hints_in_functions() -> None:
    snapshot = parse(NATIVE, DERIVATIVES).snapshot
    found = inlay_hints(snapshot, "native_functions", Span(0, len(NATIVE)))
    assert [(hint.label, hint.kind) for hint in found] == [
        ("SoftGateBackward", "node"),
        ("gradients of soft_gate", "entry"),
        ("SoftGateBackward", "node"),
        ("BlendBackward", "node"),
    ]
    assert all(NATIVE[hint.offset] == "\n" for hint in found)


def test_only_hints_in_the_range() -> None:
    snapshot = parse(NATIVE, DERIVATIVES).snapshot
    at = DERIVATIVES.index("  weights:")
    found = inlay_hints(snapshot, "derivatives", Span(at, at + 20))
    assert [hint.label for hint in found] == [": Tensor?"]
    assert inlay_hints(snapshot, "derivatives", Span(len(DERIVATIVES) + 5, len(DERIVATIVES) + 9)) == ()

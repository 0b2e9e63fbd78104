"""What a change of a small pair means, as the summary says it: kind, risk, sentence, where."""

from __future__ import annotations

import pytest

from tests.codegen.pairs import NEWEST, native
from vt_core.analysis.snapshot import new_snapshot, with_texts
from vt_core.dialects.dialect import Dialect
from vt_core.dialects.v1_8 import V1_8_1
from vt_core.review.causes import ELSEWHERE, RELEASE, EntryChange
from vt_core.review.review import Review, review, shapes_of
from vt_lsp.render.review_words import folded

Said = set[tuple[str, str, str, str]]

GATE = native(
    "gate(Tensor self, Tensor other, bool loud=False) -> Tensor",
    "gate.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
)
FORMULAS = """\
- name: gate(Tensor self, Tensor other, bool loud=False) -> Tensor
  self: grad * other
  other: grad * self.size(0)
"""


def compared(
    old: tuple[str, str], new: tuple[str, str], dialect: Dialect = V1_8_1, newer: Dialect | None = None
) -> Review:
    """The review of two pairs, native_functions.yaml first."""
    before, after = (
        {"native_functions": native_text, "derivatives": derivatives} for native_text, derivatives in (old, new)
    )
    first = new_snapshot(before, dialect)
    return review(first, with_texts(first, after) if newer is None else new_snapshot(after, newer))


def said(found: Review) -> Said:
    return {
        (line.effect.kind, line.effect.risk, line.effect.text, f"{name}: {', '.join(details)}" if details else name)
        for line in found.summary
        for name, details in line.names
    }


def test_saved_memory_and_formulas() -> None:
    changed = FORMULAS.replace("self.size(0)", "self")
    found = compared((GATE, FORMULAS), (GATE, changed))
    assert said(found) == {
        ("gradient", "high", "a gradient is computed by another formula", "GateBackward: `other`"),
        ("memory", "medium", "the node now saves a whole tensor", "GateBackward: `self`"),
        ("memory", "low", "the node no longer saves a value", "GateBackward: `self_argsize_0`"),
    }
    back = said(compared((GATE, changed), (GATE, FORMULAS)))
    assert ("memory", "low", "the node no longer saves a whole tensor", "GateBackward: `self`") in back
    assert ("memory", "low", "the node now saves a value", "GateBackward: `self_argsize_0`") in back


def test_blanks_in_a_formula_are_no_other_formula() -> None:
    found = compared((GATE, FORMULAS), (GATE, FORMULAS.replace("grad * other", "grad*other")))
    assert [change.title for group in found.groups for change in group.changes] == ["GateBackward"]
    assert said(found) == set()


def test_arguments_that_become_and_cease_to_be_differentiable() -> None:
    less = FORMULAS.replace("  other: grad * self.size(0)\n", "")
    assert ("gradient", "high", "an argument ceased to be differentiable", "gate: `other`") in said(
        compared((GATE, FORMULAS), (GATE, less))
    )
    assert ("gradient", "medium", "an argument became differentiable", "gate: `other`") in said(
        compared((GATE, less), (GATE, FORMULAS))
    )
    marked = FORMULAS.replace("grad * self.size(0)", "non_differentiable")
    assert ("gradient", "high", "an argument is now declared not differentiable", "gate: `other`") in said(
        compared((GATE, FORMULAS), (GATE, marked))
    )


def test_other_outputs_are_differentiable() -> None:
    pair = native("ends(Tensor self) -> (Tensor low, Tensor high)")
    formulas = "- name: ends(Tensor self) -> (Tensor low, Tensor high)\n  self: ends_backward(grad)\n"
    flags = "  output_differentiability: [False, True]\n"
    for dialect in (V1_8_1, NEWEST):
        kinds = {
            (kind, risk, text)
            for kind, risk, text, _ in said(compared((pair, formulas), (pair, formulas + flags), dialect))
        }
        assert ("gradient", "high", "other outputs are differentiable") in kinds


def test_a_method_that_is_no_longer_generated() -> None:
    composed = "- func: gate(Tensor self, Tensor other, bool loud=False) -> Tensor\n"
    sentences = {text for _, _, text, _ in said(compared((GATE, FORMULAS), (composed, "")))}
    assert "its method is no longer generated: what it is composed of is differentiated" in sentences
    assert "it is no longer registered in VariableType" in sentences
    sentences = {text for _, _, text, _ in said(compared((composed, ""), (GATE, FORMULAS)))}
    assert "a method is now generated: it is differentiated as a whole, not by its parts" in sentences
    assert "it is now registered in VariableType" in sentences
    assert "an argument became differentiable" not in sentences  # its parts were
    sentences = {text for _, _, text, _ in said(compared((composed, ""), (GATE, "")))}
    assert "a method without a formula is now generated: a backward through it fails" in sentences


def test_an_inplace_function_that_clones_self() -> None:
    pair = native("press(Tensor self) -> Tensor", "press_(Tensor(a!) self) -> Tensor(a!)")
    formula = "- name: press(Tensor self) -> Tensor\n  self: grad * {}\n"
    found = compared((pair, formula.format("result")), (pair, formula.format("self")))
    what = "it now clones `self` before it is overwritten, for the backward"
    assert ("inplace", "medium", what, "press_") in said(found)
    assert len(found.groups) == 1
    assert {change.title for change in found.groups[0].changes} == {"press", "press_", "PressBackward"}


def test_an_entry_of_its_own_in_place_of_an_inherited_one() -> None:
    pair = native("press(Tensor self) -> Tensor", "press_(Tensor(a!) self) -> Tensor(a!)")
    shared = "- name: press(Tensor self) -> Tensor\n  self: grad * 2\n"
    own = shared + "- name: press_(Tensor(a!) self) -> Tensor(a!)\n  self: grad * 3\n"
    found = compared((pair, shared), (pair, own))
    sentence = "the matched entry was inherited from another variant and is now its own"
    assert ("gradient", "medium", sentence, "press_") in said(found)


def test_views() -> None:
    pair = native("diagonal(Tensor(a) self) -> Tensor(a)")
    formula = "- name: diagonal(Tensor(a) self) -> Tensor(a)\n  self: grad\n"
    narrower = V1_8_1._replace(view_functions={}, returns_views_of_input=frozenset())
    found = compared((pair, formula), (pair, formula), V1_8_1, narrower)
    assert ("view", "high", "the results are no longer views", "diagonal: of `self`") in said(found)


SAME = "Tensor self, Tensor other"


@pytest.mark.parametrize(
    ("schema", "risk", "text", "detail"),
    [
        (
            f"gate({SAME}, bool loud=True) -> Tensor",
            "medium",
            "a default is another",
            "`loud=False` became `True`",
        ),
        (
            f"gate({SAME}, bool loud) -> Tensor",
            "high",
            "an argument has no default any more: calls without it break",
            "`loud`",
        ),
        (
            f"gate({SAME}, bool loud=False, int n=1) -> Tensor",
            "low",
            "an argument with a default was added",
            "`int n=1`",
        ),
        (
            f"gate({SAME}, int n, bool loud=False) -> Tensor",
            "high",
            "an argument without a default was added: every call breaks",
            "`int n`",
        ),
        (
            f"gate({SAME}, int n=1, bool loud=False) -> Tensor",
            "high",
            "an argument was put before others: positional calls mean something else",
            "",
        ),
        (
            f"gate({SAME}) -> Tensor",
            "high",
            "an argument is gone: calls that give it break",
            "`loud`",
        ),
        (
            "gate(Tensor self, Tensor others, bool loud=False) -> Tensor",
            "high",
            "an argument has another name: calls by keyword break",
            "`other` became `others`",
        ),
        (
            "gate(Tensor self, Tensor? other, bool loud=False) -> Tensor",
            "high",
            "an argument has another type",
            "`Tensor other` became `Tensor?`",
        ),
        (
            "gate(Tensor other, Tensor self, bool loud=False) -> Tensor",
            "high",
            "its positional arguments stand in another order",
            "",
        ),
        (
            f"gate({SAME}, *, bool loud=False) -> Tensor",
            "high",
            "an argument can no longer be given by position",
            "`loud`",
        ),
        (
            f"gate({SAME}, bool loud=False) -> (Tensor, Tensor)",
            "high",
            "it returns something else",
            "",
        ),
        (
            f"gate({SAME}, bool loud=False) -> Tensor lit",
            "medium",
            "its results have other names or annotations",
            "",
        ),
    ],
)
def test_schemas(schema: str, risk: str, text: str, detail: str) -> None:
    old = native("gate(Tensor self, Tensor other, bool loud=False) -> Tensor")
    found = said(compared((old, ""), (native(schema), "")))
    assert ("schema", risk, text, f"gate: {detail}" if detail else "gate") in found


def test_operators_that_come_and_go() -> None:
    found = said(compared((native("gate(Tensor self) -> Tensor"), ""), (native("door(Tensor self) -> Tensor"), "")))
    assert {
        ("schema", "high", "the operator is gone", "gate"),
        ("schema", "low", "the operator is new", "door"),
    } <= found


@pytest.mark.parametrize(
    ("schema", "ambiguous"),
    [
        ("gate.b(Tensor self, Tensor x, bool loud=False) -> Tensor", True),
        ("gate.b(Tensor self, Tensor x, int n) -> Tensor", False),
        ("gate.b(Tensor self, Scalar x) -> Tensor", False),
        ("gate.b(Tensor self, Tensor x, *, int n) -> Tensor", False),
        ("gate.b(Tensor self, *, Tensor(a!) out) -> Tensor(a!)", False),
    ],
)
def test_ambiguous_overloads(schema: str, ambiguous: bool) -> None:
    first = "gate.a(Tensor self, Tensor other) -> Tensor"
    found = said(compared((native(first), ""), (native(first, schema), "")))
    text = "a positional call may mean another overload as well"
    assert (("schema", "high", text, "gate.a: `gate.b`") in found) is ambiguous


def test_numbers_of_nodes_are_folded_away() -> None:
    pair = native(*[f"gate.{name}(Tensor self, int {name}) -> Tensor" for name in "abc"])
    entries = [f"- name: gate.{name}(Tensor self, int {name}) -> Tensor\n  self: grad\n" for name in "abc"]
    first = "".join([f"{entry}\n" for entry in entries])
    second = "".join([f"{entry}\n" for entry in entries[1:]])
    found = compared((pair, first), (pair, second), NEWEST)
    assert {(change.kind, change.name) for change in found.renumbered} == {
        (kind, f"gate.{name}") for kind in ("function", "node") for name in "bc"
    }
    listed = {(change.kind, change.name) for group in found.groups for change in group.changes}
    assert listed == {("function", "gate.a"), ("node", "gate.a")}
    (line,) = folded(found)
    assert line.endswith(": GateBackward1 → GateBackward0, GateBackward2 → GateBackward1")


def test_order_alone_is_told_apart() -> None:
    pair = native("gate(Tensor self) -> Tensor", "door(Tensor self) -> Tensor", "wall(Tensor self) -> Tensor")
    entries = [f"- name: {name}(Tensor self) -> Tensor\n  self: grad\n\n" for name in ("gate", "door", "wall")]
    found = compared((pair, "".join(entries)), (pair, "".join([*entries[1:], entries[0]])))
    assert found.groups == ()
    assert found.comparison.moved == ("gate",)
    assert folded(found) == ["only the place in a file differs of 1 function or node: gate"]


def test_causes() -> None:
    found = compared((GATE, FORMULAS), (GATE, FORMULAS.replace("grad * other", "grad")))
    (cause,) = found.groups[0].causes
    assert isinstance(cause, EntryChange)
    assert cause.said == "derivatives.yaml: `gate`: `self`"
    assert [(key.key, key.before, key.after) for key in cause.keys] == [("self", "grad * other", "grad")]
    causes = {cause for group in compared((GATE, ""), (GATE, ""), V1_8_1, NEWEST).groups for cause in group.causes}
    assert causes == {RELEASE}
    assert ELSEWHERE not in causes


def test_one_diff_for_all_that_change_alike() -> None:
    names = [f"op{number}" for number in range(40)]
    pair = native(*[f"{name}(Tensor self) -> Tensor" for name in names])
    found = compared((pair, ""), (pair, ""), V1_8_1, NEWEST._replace(new_operators=frozenset()))
    for group in found.groups:
        assert len(group.changes) == 40
        assert [len(shape.changes) for shape in shapes_of(group, found.comparison)] == [40]


def test_an_entry_that_one_side_cannot_read_is_not_new() -> None:
    broken = GATE.replace("{CPU: kernel}", "{CPU: kernel, Nowhere: kernel}", 1)
    found = compared((broken, ""), (GATE, ""))
    assert ("refused", "low", "the generator no longer refuses it", "gate") in said(found)
    assert not [one for one in said(found) if one[0] == "schema"]
    found = compared((GATE, ""), (broken, ""))
    assert ("refused", "high", "the generator refuses it", "gate") in said(found)
    assert not [one for one in said(found) if one[0] == "schema"]


def test_what_another_releases_rules_refuse_is_compared() -> None:
    typed = FORMULAS + "  result: self_t\n"
    texts = [{"native_functions": GATE, "derivatives": text} for text in (typed, typed.replace("grad * other", "grad"))]
    first = new_snapshot(texts[0], V1_8_1)  # type: ignore[arg-type]
    second = with_texts(first, texts[1])  # type: ignore[arg-type]
    assert {change.kind for change in review(first, second).comparison.changes} == {"node"}
    assert {change.kind for change in review(first, second, exact=False).comparison.changes} == {"function", "node"}

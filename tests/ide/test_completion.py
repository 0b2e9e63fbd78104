"""Completion in derivatives.yaml besides formulas: entries, keys, schemas."""

from __future__ import annotations

import pytest

from tests.ide.fixtures import parse
from tests.ide.offers import EXTENT, NATIVE, SOFT_GATE, accepted, completions, plain
from vt_core.ide.completion import complete
from vt_core.ide.completion_docs import resolve_completion
from vt_core.ide.completion_items import MOST_ITEMS, best_matches, escaped, sorted_matches, without_stops


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("- name: sof$0\n  self: grad\n", f"- name: {SOFT_GATE}\n  self: grad\n"),
        ("- name: SOFTg$0\n", f"- name: {SOFT_GATE}\n"),
        ("- name: $0", f"- name: {SOFT_GATE}"),
        ("- name:$0", f"- name: {SOFT_GATE}"),
        ("- name: 'sof$0'\n", f"- name: '{SOFT_GATE}'\n"),
        ("- name: 'sof$0\n", f"- name: '{SOFT_GATE}'\n"),
        ('- name: "sof$0\n', f'- name: "{SOFT_GATE}"\n'),
        ('- name: "$0"  # why\n', f'- name: "{SOFT_GATE}"  # why\n'),
        ("- name: soft_gate(Tensor self, Tensor$0 gate) -> Tensor # why\n", f"- name: {SOFT_GATE} # why\n"),
        ("- name: soft_gate(Tensor self$0\n  self: grad\n", f"- name: {SOFT_GATE}\n  self: grad\n"),
        ("- name: >-\n    sof$0\n    t_gate\n  self: grad\n", f"- name: >-\n    {SOFT_GATE}\n  self: grad\n"),
        ("- name: sof$0\n  self: 'open\n", f"- name: {SOFT_GATE}\n  self: 'open\n"),
        ("- self: grad\n  name: sof$0\n", f"- self: grad\n  name: {SOFT_GATE}\n"),
    ],
)
def test_a_schema_replaces_the_whole_value(before: str, after: str) -> None:
    assert accepted(NATIVE, before, "soft_gate") == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("- name: ext$0\n", f"- name: {EXTENT}\n"),
        ("- name: 'ext$0'\n", f"- name: '{EXTENT.replace(chr(39), chr(39) * 2)}'\n"),
        ('- name: "ext$0"\n', f'- name: "{EXTENT}"\n'),
    ],
)
def test_quotes_in_a_schema(before: str, after: str) -> None:
    text = accepted(NATIVE, before, "extent")
    assert text == after
    (entry,) = parse(NATIVE, text).snapshot.derivatives.placed()
    scalar = entry.entry.scalar("name")
    assert scalar is not None
    assert scalar.value == EXTENT


def test_functions_without_an_entry_come_first() -> None:
    entry = f"- name: {SOFT_GATE}\n  self: grad\n\n"
    assert list(completions(NATIVE, "- name: $0")) == ["blend", "extent", "soft_gate", "soft_gate_", "gate_curve"]
    assert list(completions(NATIVE, f"{entry}- name: $0")) == [
        "blend",
        "extent",
        "gate_curve",
        "soft_gate_",
        "soft_gate",
    ]


def test_keys_that_are_missing() -> None:
    head = f"- name: {SOFT_GATE}\n"
    found = completions(NATIVE, f"{head}  $0")
    assert list(found) == ["self", "gate", "self, gate", "output_differentiability"]
    assert (found["gate"].text, found["gate"].detail) == ("gate: ", "Tensor")
    assert list(completions(NATIVE, f"{head}  self: grad\n  $0")) == ["gate", "output_differentiability"]
    assert list(completions(NATIVE, f"{head}  self: grad\n  $0\n  gate: grad\n")) == ["output_differentiability"]
    assert list(completions(NATIVE, f"- self: grad\n  $0\n  name: {SOFT_GATE}\n")) == [
        "gate",
        "output_differentiability",
    ]
    assert list(completions(NATIVE, "- self: grad\n  $0\n")) == ["output_differentiability", "name"]
    blend = completions(NATIVE, "- name: blend(Tensor[] layers, Tensor? weights=None) -> Tensor\n  $0\n")
    assert [blend[key].detail for key in ("layers", "weights")] == ["Tensor[]", "Tensor?"]


@pytest.mark.parametrize(
    ("typed", "label", "line"),
    [
        ("ga$0", "gate", "  gate: "),
        ("ga$0te: grad", "gate", "  gate: grad"),
        ("$0: grad", "self", "  self: grad"),
        ("self, $0", "self, gate", "  self, gate: "),
        ("self, ga$0: grad", "self, gate", "  self, gate: grad"),
        ("out$0", "output_differentiability", "  output_differentiability: [True]"),
        ("output_differentiability: $0", "[True]", "  output_differentiability: [True]"),
        ("output_differentiability: [Fa$0]", "False", "  output_differentiability: [False]"),
    ],
)
def test_a_key_is_replaced_up_to_its_colon(typed: str, label: str, line: str) -> None:
    head = f"- name: {SOFT_GATE}\n"
    assert accepted(NATIVE, f"{head}  {typed}\n", label) == f"{head}{line}\n"


def test_keys_of_an_entry_whose_function_is_not_declared() -> None:
    found = completions(NATIVE, "- name: lost(Tensor a, int b, Tensor(c!) d, Tensor[] e) -> Tensor\n  $0")
    assert list(found) == ["a", "e", "a, e", "output_differentiability"]


def test_flags_for_each_output() -> None:
    found = completions(NATIVE, f"- name: {EXTENT}\n  output_differentiability: $0")
    assert found["[True, True, True]"].text == "[${1|True,False|}, ${2|True,False|}, ${3|True,False|}]"


@pytest.mark.parametrize(("typed", "lead"), [("$0", "- "), ("- $0", ""), ("-$0", " "), ("- so$0", ""), ("so$0", "- ")])
def test_a_whole_entry(typed: str, lead: str) -> None:
    found = completions(NATIVE, typed)
    assert found["soft_gate"].text == f"{lead}name: {SOFT_GATE}\n  self: ${{1:grad}}\n  gate: ${{2:grad}}"
    assert found["name"].text == f"{lead}name: "
    dashed = "- " if typed.startswith("-") else ""
    assert accepted(NATIVE, typed, "soft_gate").removeprefix(dashed if lead == "" else "").lstrip("- ") == (
        f"name: {SOFT_GATE}\n  self: grad\n  gate: grad"
    )


def test_whole_entries_are_for_functions_without_one() -> None:
    entry = f"- name: {SOFT_GATE}\n  self: grad\n\n"
    assert set(completions(NATIVE, f"{entry}$0")) == {"name", "extent", "blend", "gate_curve", "soft_gate_"}
    assert completions(NATIVE, f"- name: {SOFT_GATE}\n$0\n  self: grad\n") == {}
    assert list(completions(NATIVE, f"- na$0: {SOFT_GATE}\n")) == ["name"]
    assert accepted(NATIVE, f"- na$0me: {SOFT_GATE}\n", "name") == f"- name: {SOFT_GATE}\n"


@pytest.mark.parametrize(
    "text",
    [
        "# about so$0\n- name: soft_gate\n",
        f"- name: {SOFT_GATE}  # so$0\n",
        f"- name: {SOFT_GATE}\n  self: grad # gr$0\n",
        f"- name: {SOFT_GATE}\n # $0\n  self: grad\n",
        "- {name: so$0}\n",
        f'- name: {SOFT_GATE}\n  self: not_implemented("gr$0")\n',
        f"- name: {SOFT_GATE}\n  self: grad + 1$0\n",
    ],
)
def test_nothing_is_offered(text: str) -> None:
    assert completions(NATIVE, text) == {}


def test_line_breaks_are_the_files() -> None:
    assert "\r\n  gate: " in completions(NATIVE, "# a\r\n\r\n$0")["soft_gate"].text


def test_lists_are_bounded_and_say_so() -> None:
    native = "".join([f"- func: wave{number}(Tensor self) -> Tensor\n" for number in range(2 * MOST_ITEMS)])
    fixture = parse(native, "- name: $0")
    found = complete(fixture.snapshot, fixture.file, fixture.offset)
    assert (len(found.items), found.is_incomplete) == (MOST_ITEMS, True)
    fixture = parse(native, "- name: wave39$0")
    found = complete(fixture.snapshot, fixture.file, fixture.offset)
    assert [item.label for item in found.items][:2] == ["wave39", "wave390"]
    assert not found.is_incomplete


def test_matches() -> None:
    names = ["gate_curve", "soft_gate", "Gather", "tag", "guard_the_lane"]
    assert best_matches("ga", names) == ["gate_curve", "Gather", "soft_gate", "guard_the_lane"]
    assert sorted_matches("ga", names) == ["Gather", "gate_curve", "soft_gate", "guard_the_lane"]
    assert best_matches("gcv", names) == ["gate_curve"]
    assert best_matches("xyz", names) == []
    assert best_matches("", names, 2) == names[:2]
    assert best_matches("ga", names, 1) == ["gate_curve"]
    assert best_matches("[(^", ["a[x(y^"]) == ["a[x(y^"]


def test_snippets_as_plain_text() -> None:
    assert without_stops("f(${1:self}, ${2|a\\, b,c|}) $1 ${1}_x \\$ $0") == "f(self, a, b) self self_x $ "
    assert without_stops(escaped("a$1 \\ }")) == "a$1 \\ }"


@pytest.mark.parametrize(
    ("text", "label", "expected"),
    [
        ("- name: $0", "soft_gate", "It has no derivatives entry."),
        ("- name: $0", "gate_curve", "It is made of other operators"),
        (f"- name: {SOFT_GATE}\n  self: grad\n- name: $0", "soft_gate", "Its backward node is `SoftGateBackward`"),
        (f"- name: {SOFT_GATE}\n  self: grad\n- name: $0", "soft_gate_", "uses the derivatives entry of `soft_gate`"),
        (f"- name: {SOFT_GATE}\n  $0", "gate", "const Tensor & gate"),
        (f"- name: {SOFT_GATE}\n  $0", "output_differentiability", "A flag for each output"),
    ],
)
def test_documentation(text: str, label: str, expected: str) -> None:
    fixture = parse(NATIVE, text)
    (item,) = [i for i in complete(fixture.snapshot, fixture.file, fixture.offset).items if i.label == label]
    assert expected in resolve_completion(fixture.snapshot, item.data)


def test_documentation_of_what_is_gone() -> None:
    snapshot = parse("", plain("$0")).snapshot
    for data in (
        {},
        {"operator": "gone"},
        {"argument": "a", "operator": "gone"},
        {"helper": "gone"},
        {"field": "gone"},
    ):
        assert resolve_completion(snapshot, data) == ""

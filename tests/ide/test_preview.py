"""Previews: the same text as everywhere, in sections that lead back to their origin."""

from __future__ import annotations

import pytest

from vt_core.analysis.snapshot import Snapshot, new_snapshot
from vt_core.codegen.body_plan import plan_body
from vt_core.codegen.sections import text
from vt_core.codegen.variable_type import emit_method
from vt_core.dialects.registry import DEFAULT
from vt_core.ide.preview import Origin, find_operators, is_unreadable, nearest_operators, preview

NATIVE = """\
- func: sway(Tensor self, Tensor other) -> Tensor
  dispatch:
    CPU: sway
- func: sway.Scalar(Tensor self, Scalar other) -> Tensor
- func: sway_(Tensor(a!) self, Tensor other) -> Tensor(a!)
  dispatch:
    CPU: sway_
- func: broken(Tnsor self) -> Tensor
- func: lone_(Tensor(a!) self) -> Tensor(a!)
"""
DERIVATIVES = """\
- name: sway(Tensor self, Tensor other) -> Tensor
  self: grad * other.sizes()
- name: lone_(Tensor(a!) self) -> Tensor(a!)
  self: grad
"""


@pytest.fixture(scope="module")
def snapshot() -> Snapshot:
    return new_snapshot({"native_functions": NATIVE, "derivatives": DERIVATIVES}, DEFAULT)


def names(snapshot: Snapshot, name: str) -> list[str]:
    return [str(found.function.func.name) for found in find_operators(snapshot, name)]


def quoted(origin: Origin | None) -> str:
    assert origin is not None
    whole = DERIVATIVES if origin.file == "derivatives" else NATIVE
    return whole[slice(*origin.span)]


def test_names(snapshot: Snapshot) -> None:
    assert names(snapshot, "sway") == ["sway", "sway.Scalar"]
    assert names(snapshot, "aten::sway") == ["sway", "sway.Scalar"]
    assert names(snapshot, "sway.Scalar") == ["sway.Scalar"]
    assert names(snapshot, "sway_") == ["sway_"]
    assert names(snapshot, "sway.Tensor") == names(snapshot, "swa") == names(snapshot, "") == []
    assert nearest_operators(snapshot, "sway.Tensor") == ("sway", "sway.Scalar")
    assert nearest_operators(snapshot, "swya") == ("sway", "sway_")
    assert nearest_operators(snapshot, "unlike") == ()


def test_unreadable_operators(snapshot: Snapshot) -> None:
    assert is_unreadable(snapshot, "aten::broken")
    assert not is_unreadable(snapshot, "sway")
    assert not is_unreadable(snapshot, "brok")


def test_text_is_that_of_the_emitters(snapshot: Snapshot) -> None:
    (matched,) = find_operators(snapshot, "sway_")
    found = preview(snapshot, matched)
    assert [part.file for part in found.parts] == [
        "VariableType.h",
        "VariableType_2.cpp",
        "VariableType_2.cpp",
        "Functions.h",
        "Functions.cpp",
    ]
    plan = plan_body(matched.function, matched.info, DEFAULT)
    method = emit_method(matched.function, matched.info, matched.node_name, plan, DEFAULT)
    assert "\n".join([section.text for section in found.parts[1].sections]) == text(method.definition)
    assert "\n".join([section.text for section in found.parts[2].sections]) == text(method.registration)


def test_origins(snapshot: Snapshot) -> None:
    (matched,) = find_operators(snapshot, "sway_")
    found = preview(snapshot, matched)
    assert quoted(found.function) == found.schema == "sway_(Tensor(a!) self, Tensor other) -> Tensor(a!)"
    assert quoted(found.entry) == "sway(Tensor self, Tensor other) -> Tensor"
    assert (found.entry_operator, found.exact, found.complete) == ("sway", False, True)
    sections = {section.name: section for part in found.parts[1:2] for section in part.sections}
    assert quoted(sections["save_inputs"].origin) == "other.sizes()"
    assert quoted(sections["grad_fn"].origin) == "sway(Tensor self, Tensor other) -> Tensor"
    assert quoted(sections["dispatch"].origin) == "CPU: sway_"
    assert quoted(sections["increment_version"].origin) == found.schema
    assert sections["increment_version"].of_entry
    assert not sections["save_inputs"].of_entry
    nodes = {section.name: section for section in found.parts[4].sections}
    assert quoted(nodes["derivative"].origin) == "grad * other.sizes()"
    assert quoted(nodes["signature"].origin) == "sway(Tensor self, Tensor other) -> Tensor"


def test_without_an_entry(snapshot: Snapshot) -> None:
    (matched,) = find_operators(snapshot, "sway.Scalar")
    found = preview(snapshot, matched)
    assert (found.entry, found.entry_operator, found.exact, found.complete) == (None, None, None, True)
    assert [part.file for part in found.parts] == ["VariableType.h"]


def test_what_the_generator_refuses_is_incomplete(snapshot: Snapshot) -> None:
    (matched,) = find_operators(snapshot, "lone_")
    assert not preview(snapshot, matched).complete

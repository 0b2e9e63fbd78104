"""What a preview shows in family 2.x."""

from __future__ import annotations

from tests.codegen.pairs import OLDEST, formulas, native, pair
from vt_core.codegen.family_2_x import shard_of
from vt_core.dialects.dialect import Dialect
from vt_core.ide.preview import Preview, find_operators, preview

VIEW = "select.by(Tensor(a) self, int dim) -> Tensor(a)"
KEYED = f"- name: {VIEW}\n  dispatch:\n    Default:\n      self: grad\n    AutogradCUDA:\n      self: grad.mul(dim)\n"


def shown(functions: str, derivatives: str, operator: str, dialect: Dialect | None = None) -> Preview:
    snapshot = pair(functions, derivatives, dialect) if dialect else pair(functions, derivatives)
    (found,) = find_operators(snapshot, operator)
    return preview(snapshot, found)


def test_a_view_with_two_autograd_keys() -> None:
    found = shown(native(VIEW), KEYED, "select.by")
    methods = f"VariableType_{shard_of('select', 10)}.cpp"
    views = f"ADInplaceOrViewType_{shard_of('select', 2)}.cpp"
    nodes = ["Functions.h", "Functions.cpp"] * 2
    assert [part.file for part in found.parts] == [*[methods] * 4, views, views, *nodes, "ViewFuncs.h", "ViewFuncs.cpp"]


def test_sections_lead_to_the_formula_of_their_key() -> None:
    functions, derivatives = native(VIEW), KEYED
    found = shown(functions, derivatives, "select.by")
    origins = [
        derivatives[section.origin.span.start : section.origin.span.end]
        for part in found.parts
        if part.file == "Functions.cpp"
        for section in part.sections
        if section.name == "derivative"
    ]
    assert origins == ["grad", "grad.mul(dim)"]


def test_texts_are_those_of_the_files() -> None:
    schema = "tilt(Tensor self) -> Tensor"
    old = shown(native(schema), formulas(schema, self="grad"), "tilt", OLDEST).parts[0]
    new = shown(native(schema), formulas(schema, self="grad"), "tilt").parts[0]
    assert next(s.text for s in old.sections if s.name == "requires_grad").endswith(" self );\n  ")
    assert next(s.text for s in new.sections if s.name == "requires_grad").endswith(" self );\n")

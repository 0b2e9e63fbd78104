from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vt_core.syntax.schema_difference import schema_differences

BASE = "tilt.out(Tensor self, int axis=-1, *, Scalar? by=None, Tensor(a!) out) -> Tensor(a!)"


@pytest.mark.parametrize(
    ("here", "expected"),
    [
        (BASE, []),
        (BASE.replace(", int", ",  int"), [("spacing", ",  i", ", i")]),
        (BASE.replace("axis=-1", "axis = -1"), [("spacing", "s =", "s=")]),
        (BASE.replace("tilt.out", "tlit.out"), [("operator", "tlit.out", "tilt.out")]),
        (BASE.replace("tilt.out", "tilt"), [("overload", "tilt", "tilt.out")]),
        (BASE.replace("axis=-1", "axis=0"), [("default", "0", "-1")]),
        (BASE.replace("axis=-1", "axis"), [("default", "axis", "-1")]),
        (BASE.replace("axis=-1", "axis="), [("default", "axis", "-1")]),
        (BASE.replace("axis=-1", "=-1"), [("name", "int =-1", "axis")]),
        (BASE.replace("int axis=-1", "int?  axis=-1"), [("type", "int?", "int")]),
        (BASE.replace("Tensor self", "Tensor self=0"), [("default", "0", "self")]),
        (BASE.replace("axis", "axes"), [("name", "axes", "axis")]),
        (BASE.replace("int axis", "int? axis"), [("type", "int?", "int")]),
        (BASE.replace("Tensor self", "Tensor(b) self"), [("annotation", "Tensor(b)", "Tensor")]),
        (BASE.replace("Tensor(a!) out", "Tensor(b!) out"), [("annotation", "Tensor(b!)", "Tensor(a!)")]),
        (BASE.replace("int axis=-1, ", ""), [("missing", "*", "int axis=-1")]),
        (BASE.replace(", Tensor(a!) out", ""), [("missing", ")", "Tensor(a!) out")]),
        (BASE.replace("*, ", ""), [("missing", "Scalar? by=None", "*")]),
        (BASE.replace("int axis=-1", "int axis=-1, int to"), [("extra", "int to", "*")]),
        (BASE.replace("int axis=-1", "str mode"), [("argument", "str mode", "int axis=-1")]),
        (BASE.replace("-> Tensor(a!)", "-> (Tensor, Tensor)"), [("return", "(Tensor, Tensor)", "Tensor(a!)")]),
        (BASE.replace(" -> Tensor(a!)", ""), [("return", ")", "Tensor(a!)")]),
        (
            BASE.replace("axis=-1", "axes=0"),
            [("name", "axes", "axis"), ("default", "0", "-1")],
        ),
    ],
)
def test_what_differs(here: str, expected: list[tuple[str, str, str]]) -> None:
    found = schema_differences(here, BASE)
    assert [(d.kind, here[slice(*d.here)], BASE[slice(*d.there)]) for d in found] == expected


SCHEMAS = st.lists(
    st.sampled_from(
        ["f", ".", "(", ")", "Tensor", "Tensor a", "Tensor a=", "(a!)", " a", "=", "0", ", ", ",", "*", " -> ", " "]
    )
)


@given(SCHEMAS, SCHEMAS)
def test_every_two_texts_differ_somewhere_visible(one: list[str], two: list[str]) -> None:
    here, there = "f(" + "".join(one), "f(" + "".join(two)
    found = schema_differences(here, there)
    assert bool(found) == (here != there)
    for difference in found:
        assert 0 <= difference.here.start < difference.here.end <= len(here)
        assert 0 <= difference.there.start < difference.there.end <= len(there)

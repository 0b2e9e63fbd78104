"""Schemas with nothing wrong are read quickly, to the value that the whole reading gives; and schemas print back."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.corpora import FAMILY_1_8, FAMILY_2_X, corpus_texts
from vt_core.dialects.registry import dialect_named
from vt_core.model.read_schema import read_schema_in_parts
from vt_core.model.right_schema import read_right_schema
from vt_core.model.schema import FunctionSchema
from vt_core.model.schema_parts import SchemaCache

RELEASES = ("1.8", "2.15")
NAMES = [
    "add",
    "add_",
    "add.Tensor",
    "__and__",
    "__iand__",
    "_x_functional",
    "x.functional",
    "x_out",
    "x.",
    "",
    "x_copy",
]
ARGUMENTS = [
    *["Tensor self", "Tensor(a!) self", "Tensor(a) self", "Tensor other", "Tensor[] tensors", "Tensor?[] indices"],
    *["int[2] size=1", "Scalar alpha=1", "*", "*", "float p=0.5", "Tensor(a!) out", "Tensor(b!) out1", "str s='a b'"],
    *[
        "ScalarType? dtype=None",
        "Layout? layout=None",
        "Device? device=None",
        "bool? pin_memory=None",
        "Tensor(a -> *) v",
    ],
    *[
        "Tensor(a!)[] out",
        "Tensor(a!) _scratch_x",
        "Tensr x",
        "int",
        "",
        " int x",
        "int x ",
        "Tensor(ab) x",
        "SymInt n",
    ],
]
RETURNS = [
    *[
        "Tensor",
        "Tensor(a!)",
        "Tensor(a)",
        "()",
        "(Tensor, Tensor)",
        "(Tensor(a!), Tensor(b!))",
        "(Tensor)",
        "Tensor[]",
    ],
    *[
        "(Tensor a, Tensor b)",
        "Tensor out",
        "Tensor(a!) out",
        "",
        " Tensor",
        "Tensor ",
        "Tensor, Tensor",
        "(",
        "(Tensor",
    ],
    *["Tensor(a)[]", "int", "Nothing", "Tensor -> Tensor", "\tTensor"],
]
SCHEMAS = st.builds(
    lambda name, arguments, between, returns: f"{name}({', '.join(arguments)}{between}{returns}",
    st.sampled_from(NAMES),
    st.lists(st.sampled_from(ARGUMENTS), max_size=6),
    st.sampled_from([") -> "] * 8 + [")-> ", ") ->", " -> ", ")", ") -> -> "]),
    st.sampled_from(RETURNS),
)


def parts_of(schema: FunctionSchema) -> tuple[object, ...]:
    return tuple(schema)


def printed(schema: FunctionSchema) -> str:
    """A schema put together from its parts."""
    returns = [str(return_) for return_ in schema.returns]
    listed = returns[0] if len(returns) == 1 else f"({', '.join(returns)})"
    return f"{schema.name}({schema.arguments}) -> {listed}"


def same_as_in_parts(text: str, release: str) -> bool:
    """Whether the quick reader read it; asserts that the whole reading says the same."""
    facts = dialect_named(release).schema
    right = read_right_schema(text, facts, SchemaCache())
    if right is None:
        return False
    schema, faults = read_schema_in_parts(text, facts, SchemaCache())
    assert not faults
    assert schema is not None
    assert parts_of(schema) == parts_of(right)
    assert printed(right) == text
    return True


@pytest.mark.parametrize("release", RELEASES)
@settings(max_examples=1500, deadline=None)
@given(text=SCHEMAS)
@example(text="x(Tensor self, *, Tensor(a!) out) -> Tensor(a!)")
@example(text="x(Tensor(a!) self, *, Tensor(a!) out) -> Tensor(a!)")
@example(text="x_(Tensor x, Tensor(a!) self) -> Tensor(a!)")
@example(text="x(Tensor self) -> Tensor -> Tensor")
@example(text="")
@example(text=" -> ")
def test_random_schemas(release: str, text: str) -> None:
    same_as_in_parts(text, release)


@pytest.mark.parametrize("name", [*FAMILY_1_8, *FAMILY_2_X])
def test_schemas_of_releases(name: str) -> None:
    """Nearly all schemas are read quickly, and print back; so do their every-third-character deletions, or neither."""
    release = "1.8" if name in FAMILY_1_8 else name.removeprefix("v")
    schemas = re.findall(r"^- func: (.*)$", corpus_texts(name)["native_functions"], re.MULTILINE)
    assert sum(same_as_in_parts(schema.strip(), release) for schema in schemas) > 0.9 * len(schemas)
    for number, schema in enumerate(schemas[::7]):
        for at in range(number % 3, len(schema), 3):
            same_as_in_parts(schema[:at] + schema[at + 1 :], release)

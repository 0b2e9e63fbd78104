"""Constants that a generator's own source states go before the release's; whatever the source is, nothing is run."""

from __future__ import annotations

import pytest

from vt_core.dialects.dialect import Dialect
from vt_core.dialects.registry import NEWEST
from vt_core.dialects.stated import with_stated
from vt_core.dialects.v1_8 import V1_8_1

VIEWS = "gen_inplace_or_view_type.py"
TYPE = "gen_variable_type.py"


def stated(text: str, file: str = TYPE, dialect: Dialect = NEWEST) -> tuple[Dialect, tuple[str, ...], tuple[str, ...]]:
    return with_stated(dialect, {file: text})


def test_without_news_the_dialect_is_the_same() -> None:
    names = ", ".join(f'"{name}"' for name in sorted(NEWEST.reset_grad_accumulator))
    for text in ("", "import os\n", f"RESET_GRAD_ACCUMULATOR = {{{names}}}\n"):
        assert stated(text) == (NEWEST, (), ())
        assert with_stated(NEWEST, {TYPE: text}).dialect is NEWEST
    assert with_stated(NEWEST, {}).dialect is NEWEST


@pytest.mark.parametrize(
    "text",
    [
        'RESET_GRAD_ACCUMULATOR = {"wash", "rinse"}',
        "RESET_GRAD_ACCUMULATOR = {'wash', 'rin' 'se'}",
        'RESET_GRAD_ACCUMULATOR: set[str] = {\n    # a } and a "\n    "wash",  # }\n\n    "rinse",\n}\nx = 1',
        'RESET_GRAD_ACCUMULATOR = set(["wash",\n# } not indented\n\n    "rinse"])',
        'RESET_GRAD_ACCUMULATOR = frozenset(("wash",)) | {"rinse"}',
        'RESET_GRAD_ACCUMULATOR = {"wash"}\n\n\ndef f():\n    pass\n\n\nRESET_GRAD_ACCUMULATOR.add("rinse")',
        'RESET_GRAD_ACCUMULATOR = {"wash"}\nRESET_GRAD_ACCUMULATOR |= {"rinse"}',
        'RESET_GRAD_ACCUMULATOR = {"wash"}.union(\n    {\n        "rinse",\n    }\n)\n',
        'RESET_GRAD_ACCUMULATOR = {"lost"}\nRESET_GRAD_ACCUMULATOR = {"wash", *["rinse"]}',
        'for key in ["wash", "rinse"]:\n    RESET_GRAD_ACCUMULATOR.add(key)\n'.join(
            ("RESET_GRAD_ACCUMULATOR = set()\n", "")
        ),
    ],
)
def test_ways_to_state_a_set(text: str) -> None:
    dialect, changed, unread = stated(text)
    assert dialect.reset_grad_accumulator == {"wash", "rinse"}
    assert (changed, unread) == (("RESET_GRAD_ACCUMULATOR of gen_variable_type.py",), ())
    assert dialect._replace(reset_grad_accumulator=NEWEST.reset_grad_accumulator) == NEWEST


@pytest.mark.parametrize(
    "text",
    [
        "RESET_GRAD_ACCUMULATOR = read()",
        "RESET_GRAD_ACCUMULATOR = {name for name in x}",
        "RESET_GRAD_ACCUMULATOR = {1, 2}",
        "RESET_GRAD_ACCUMULATOR = {'a': 'b'}",
        "RESET_GRAD_ACCUMULATOR = {'a'",
        "RESET_GRAD_ACCUMULATOR = {'a'}\nRESET_GRAD_ACCUMULATOR.discard('a')",
        "RESET_GRAD_ACCUMULATOR = OTHER | {'a'}",
        "RESET_GRAD_ACCUMULATOR = " + "(" * 3000 + "1" + ")" * 3000,
        "RESET_GRAD_ACCUMULATOR = a" + ".b" * 20000,
        "RESET_GRAD_ACCUMULATOR = {'\0'}",
        "RESET_GRAD_ACCUMULATOR = {" + "'a', " * 20000 + "}",
        "RESET_GRAD_ACCUMULATOR = __import__('os')._exit(3)",
        "for x in y:\n    RESET_GRAD_ACCUMULATOR[x] = z",
    ],
)
def test_what_would_have_to_be_run_is_the_releases(text: str) -> None:
    dialect, changed, unread = stated(text)
    assert dialect == NEWEST
    assert (changed, unread) == ((), ("RESET_GRAD_ACCUMULATOR of gen_variable_type.py",))


def test_one_that_is_not_understood_leaves_the_others() -> None:
    text = 'DONT_REQUIRE_DERIVATIVE = read()\nRESET_GRAD_ACCUMULATOR = {"wash"}\n'
    dialect, _, unread = stated(text)
    assert dialect.reset_grad_accumulator == {"wash"}
    assert dialect.dont_require_derivative == NEWEST.dont_require_derivative
    assert unread == ("DONT_REQUIRE_DERIVATIVE of gen_variable_type.py",)


VIEW_TABLE = """\
VIEW_FUNCTIONS_WITH_METADATA_CHANGE = ["shine"]

VIEW_FUNCTIONS = {
    "peek": "self",
    # "hidden": "self",
    "sparse": "values",
}

for key in VIEW_FUNCTIONS_WITH_METADATA_CHANGE:
    VIEW_FUNCTIONS[key] = "self"

RETURNS_VIEWS_OF_INPUT = set(VIEW_FUNCTIONS.keys()).union(
    {
        "glance",
    }
)

ALL_VIEW_FUNCTIONS = {
    **VIEW_FUNCTIONS,
    "_unsafe_view": "self",
}
"""


@pytest.mark.parametrize(("file", "dialect"), [(VIEWS, NEWEST), ("gen_autograd.py", V1_8_1)])
def test_views(file: str, dialect: Dialect) -> None:
    found, _, unread = stated(VIEW_TABLE, file, dialect)
    assert not unread
    assert found.view_functions == {"peek": "self", "sparse": "values", "shine": "self"}
    assert found.view_functions_with_metadata_change == {"shine"}
    assert found.returns_views_of_input == {"peek", "sparse", "shine", "glance"}


def test_a_file_states_only_its_own_constants() -> None:
    assert stated(VIEW_TABLE, "gen_variable_type.py") == (NEWEST, (), ())
    assert stated(VIEW_TABLE, VIEWS, V1_8_1) == (V1_8_1, (), ())


def test_inner_values() -> None:
    text = 'FUNCTIONAL_OPS_THAT_CANNOT_GET_AN_OUT_VARIANT = [\n    "weigh",  # returns an int\n]\n'
    dialect, _, _ = stated(text, "native_function_generation.py")
    assert dialect.variants is not None
    assert dialect.variants.no_out_functional == {"weigh"}
    dialect, _, _ = stated("dispatch_keys = [\n    DispatchKey.CPU,\n    DispatchKey.Slate,\n]\n", "model.py")
    assert dialect.dispatch_keys == {"CPU", "Slate"}
    assert dialect.checks is not None
    assert "Slate" in dialect.checks.known_dispatch_keys

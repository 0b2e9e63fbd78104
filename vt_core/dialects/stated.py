"""Constants that a checkout's own generator states: its lists of operators, its table of views, its dispatch keys.

Who adds a view function adds it to the generator's table in the same change; so what the checkout at hand states goes
before what its release did. The source is read, never run: assignments of literals and of unions of them, and the few
statements that change such a value afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from vt_core.dialects.dialect import Dialect

if TYPE_CHECKING:
    from vt_core.dialects.literals import Value

# Where a constant belongs in a dialect, by the file that states it.
_AUTOGRAD: Mapping[str, Mapping[str, str]] = {
    "gen_trace_type.py": {
        "MANUAL_BACKEND": "manual_backend",
        "MANUAL_AUTOGRAD_AND_TRACER": "manual_autograd_and_tracer",
    },
    "gen_variable_type.py": {
        "DONT_REQUIRE_DERIVATIVE": "dont_require_derivative",
        "GRADIENT_IMPLEMENTED_FOR_SPARSE_COMPLEX": "",
        "GRADIENT_IMPLEMENTED_FOR_COMPLEX": "gradient_implemented_for_complex",
        "RESET_GRAD_ACCUMULATOR": "reset_grad_accumulator",
        "DONT_ENFORCE_SAME_TENSOR_IMPL_OR_STORAGE": "dont_enforce_same_tensor_impl_or_storage",
        "DONT_ENFORCE_TENSOR_IMPL_USE_COUNT": "dont_enforce_tensor_impl_use_count",
        "DONT_ENFORCE_STORAGE_IMPL_USE_COUNT": "dont_enforce_storage_impl_use_count",
    },
}
_VIEWS: Mapping[str, str] = {
    "VIEW_FUNCTIONS_WITH_METADATA_CHANGE": "view_functions_with_metadata_change",
    "VIEW_FUNCTIONS": "view_functions",
    "MULTI_OUTPUT_SAFE_FUNCTIONS": "multi_output_safe_functions",
    "RETURNS_VIEWS_OF_INPUT": "returns_views_of_input",
}
_CONSTANTS: Mapping[str, Mapping[str, Mapping[str, str]]] = {
    "1.8": {**_AUTOGRAD, "gen_autograd.py": _VIEWS},
    "2.x": {
        **_AUTOGRAD,
        "gen_inplace_or_view_type.py": _VIEWS,
        "native_function_generation.py": {
            "OUT_OPS_THAT_DONT_GET_GROUPED_PROPERLY": "variants.ungrouped_out",
            "MUTABLE_OPS_THAT_CANNOT_GET_AN_OUT_VARIANT": "variants.no_out_mutable",
            "FUNCTIONAL_OPS_THAT_CANNOT_GET_AN_OUT_VARIANT": "variants.no_out_functional",
            "INPLACE_OPS_THAT_DONT_GET_GROUPED_PROPERLY": "variants.ungrouped_inplace",
        },
        "model.py": {
            "STRUCTURED_DISPATCH_KEYS": "structured_dispatch_keys",
            "dispatch_keys": "dispatch_keys",
            "AUGMENTED_ASSIGNMENT_NAMES": "schema.augmented_assignment_names",
        },
    },
}

# The files of any family: all of them, and those that stand in `torchgen` rather than beside derivatives.yaml.
GENERATOR_FILES = tuple(dict.fromkeys(name for files in _CONSTANTS.values() for name in files))
TORCHGEN_FILES = ("native_function_generation.py", "model.py")

# The rest of a statement: lines that are indented, empty or comments, then perhaps one that closes brackets.
_REST = re.compile(r"[^\n]*(?:\n(?:[ \t][^\n]*|#[^\n]*|(?=\n)))*(?:\n[\])}]+[^\n]*)?")
_LONGEST_STATEMENT = 60_000


class Stated(NamedTuple):
    """The dialect with what the sources state, the very same where that is nothing new. `changed` are the constants
    that differ from the release's, `unread` those that cannot be read without running the source."""

    dialect: Dialect
    changed: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()

    @property
    def news(self) -> str:
        """A note on what differs from the release, `""` for nothing."""
        return self._note("taken from the generator's source here, which is not that of", self.changed)

    @property
    def doubt(self) -> str:
        """A note on what could not be taken from the source, `""` for nothing."""
        return self._note("not readable without running the generator's source, so taken from", self.unread)

    def _note(self, how: str, constants: tuple[str, ...]) -> str:
        return f"{how} {self.dialect.release}: {', '.join(constants)}" if constants else ""


def with_stated(dialect: Dialect, sources: Mapping[str, str]) -> Stated:
    """A dialect with the constants of a generator, whose `sources` are texts by file name; any may be missing."""
    fields: dict[str, Mapping[str, str] | frozenset[str]] = {}
    changed, unread = [], []
    for file, constants in _CONSTANTS[dialect.family].items():
        if file not in sources:
            continue
        values, failed = _constants(sources[file], tuple(constants))
        unread += [f"{name} of {file}" for name in failed]
        for name, value in values.items():
            field = constants[name]
            if not field:
                continue
            known = _field(dialect, field)
            stated = value if isinstance(value, dict) else frozenset(value)
            if isinstance(stated, dict) != isinstance(known, Mapping):
                unread.append(f"{name} of {file}")
            elif stated != known:
                fields[field] = stated
                changed.append(f"{name} of {file}")
    if not fields and not unread:
        return Stated(dialect)
    return Stated(_replaced(dialect, fields), tuple(changed), tuple(unread))


def _constants(text: str, names: tuple[str, ...]) -> tuple[Mapping[str, Value], tuple[str, ...]]:
    """The values that a source gives to some names, and those of them that cannot be read."""
    from vt_core.dialects.literals import Unreadable, run  # a checkout without its generator needs none of it

    values: dict[str, Value] = {}
    failed: dict[str, None] = {}
    for statement in _statements(text, names):
        try:
            run(statement, values)
        except Unreadable:
            failed.update(dict.fromkeys([name for name in names if re.search(rf"^[ \t]*{name}\b", statement, re.M)]))
    return {name: value for name, value in values.items() if name not in failed}, tuple(failed)


def _statements(text: str, names: tuple[str, ...]) -> Iterator[str]:
    """The statements at the outermost level that give names their values or change them, and loops over them."""
    for found in _starts(names).finditer("\n" + text):
        rest = _REST.match(text, found.start())
        statement = "" if rest is None else rest.group()
        if found[1] is None or re.search(rf"^[ \t]+(?:{'|'.join(names)})\b", statement, re.MULTILINE):
            yield statement[:_LONGEST_STATEMENT]


@lru_cache(maxsize=16)
def _starts(names: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"\n(?:(for [^\n]*:)|(?:{'|'.join(names)})\b)")


def _field(dialect: Dialect, path: str) -> object:
    value: object = dialect
    for part in path.split("."):
        value = getattr(value, part)
    return value


def _replaced(dialect: Dialect, fields: Mapping[str, Mapping[str, str] | frozenset[str]]) -> Dialect:
    """The dialect with other values of fields, which may be fields of a field."""
    for path, value in fields.items():
        outer, _, inner = path.partition(".")
        if inner:
            value = getattr(dialect, outer)._replace(**{inner: value})
        dialect = dialect._replace(**{outer: value})  # type: ignore[arg-type]
    if "dispatch_keys" in fields and dialect.checks is not None:
        known = dialect.checks.known_dispatch_keys | dialect.dispatch_keys
        dialect = dialect._replace(checks=dialect.checks._replace(known_dispatch_keys=known))
    return dialect

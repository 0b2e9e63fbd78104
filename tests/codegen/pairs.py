"""Small pairs of files with invented operators, and what is generated of them in family 2.x."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vt_core.analysis.findings import findings
from vt_core.analysis.snapshot import MatchedFunction, Snapshot, new_snapshot
from vt_core.codegen.emitted import EmittedFunction
from vt_core.codegen.families import emitters
from vt_core.codegen.files import section_text
from vt_core.codegen.functions import EmittedNode, emit_node
from vt_core.codegen.sections import Section
from vt_core.dialects.dialect import Dialect
from vt_core.dialects.registry import dialect_named

DEBUG_CHECKS = ("save_storage", "check_storage")


def release(name: str) -> Dialect:
    dialect = dialect_named(name)
    assert dialect is not None
    assert dialect.release.startswith(f"{name}.")
    return dialect


NEWEST = release("2.15")
OLDEST = release("2.1")


def native(*schemas: str, tags: str = "", **fields: str) -> str:
    """Entries with a kernel of their own; `fields` are the same for all of them."""
    lines = []
    for schema in schemas:
        lines += [f"- func: {schema}", "  dispatch: {CPU: kernel}"]
        lines += [f"  {name}: {value}" for name, value in fields.items()]
        lines += [f"  tags: {tags}"] if tags else []
    return "\n".join(lines) + "\n"


def formulas(schema: str, **keys: str) -> str:
    """An entry of derivatives.yaml; `self__other` is the gradient key `self, other`."""
    return (
        "\n".join([f"- name: {schema}", *[f"  {key.replace('__', ', ')}: {text}" for key, text in keys.items()]]) + "\n"
    )


def pair(functions: str, derivatives: str = "", dialect: Dialect = NEWEST, *, complete: bool = False) -> Snapshot:
    """A pair of files. `complete`: nothing that the generator refuses is in it."""
    tags = "".join([f"- tag: {tag}\n  desc: x\n" for tag in ("nondeterministic_seeded", "view_copy", "inplace_view")])
    snapshot = new_snapshot({"native_functions": functions, "derivatives": derivatives, "tags": tags}, dialect)
    if complete:
        assert not [found for found in findings(snapshot) if found.origin == "generator"]
    return snapshot


def matched(snapshot: Snapshot, operator: str) -> MatchedFunction:
    (found,) = [one for one in snapshot.functions if one.function.func.name.text == operator]
    return found


def emitted(snapshot: Snapshot, operator: str) -> EmittedFunction:
    found = matched(snapshot, operator)
    return emitters(snapshot.dialect).emit_function(found.function, found.keyed, snapshot.dialect)


def sections_of(snapshot: Snapshot, operator: str, key: str = "Default") -> tuple[Section, ...]:
    """The method's sections for one autograd key."""
    (method,) = [one for one in emitted(snapshot, operator).methods if one.autograd_key == key]
    return method.definition


def method_of(snapshot: Snapshot, operator: str, key: str = "Default") -> str:
    """The method without its debug checks, which are tested by themselves."""
    found = [section for section in sections_of(snapshot, operator, key) if section.name not in DEBUG_CHECKS]
    return section_text(found, snapshot.dialect)


def lines_of(sections: Sequence[Section], *names: str) -> list[str]:
    """The lines of the sections of these names, without what stands around them."""
    return [line for section in sections if section.name in names for line in section.lines]


def node_of(snapshot: Snapshot, node_name: str) -> EmittedNode:
    (node,) = [one for one in snapshot.nodes if one.node_name == node_name]
    return emit_node(node.info, node.node_name, snapshot.dialect)


def with_forms(dialect: Dialect, forms: Mapping[str, object]) -> Dialect:
    """The dialect with some of its forms replaced."""
    return dialect._replace(autograd=dialect.autograd._replace(**forms))  # type: ignore[arg-type]

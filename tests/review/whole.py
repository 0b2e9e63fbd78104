"""All texts that a pair's generator writes, from scratch, by function and node; and changes of one entry of a pair."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping

from tests.conformance.mutator import mutated
from vt_core.analysis.snapshot import new_snapshot
from vt_core.codegen.families import emitters
from vt_core.codegen.files import section_text
from vt_core.codegen.functions import emit_node
from vt_core.codegen.sections import Section
from vt_core.dialects.dialect import Dialect
from vt_core.ide.preview import is_refused, refuses
from vt_core.syntax.nodes import FileRole

Texts = Mapping[FileRole, str]
# By kind and operator; a node's operator is that of its entry. More nodes of one entry are told apart by their key.
Written = dict[tuple[str, str], list[str]]


def written(texts: Texts, dialect: Dialect) -> Written:
    """What is written, without what the generator refuses, and without functions of which nothing is written."""
    snapshot = new_snapshot(texts, dialect)
    found: Written = {}
    schemas: set[str] = set()
    for matched in snapshot.functions:
        func = matched.function.func
        if func.text not in schemas and not is_refused(snapshot, matched):
            emitted = emitters(dialect).emit_function(matched.function, matched.keyed, dialect)
            parts = [emitted.declaration]
            parts += [part for method in emitted.methods for part in (method.definition, method.registration)]
            if emitted.inplace_or_view is not None:
                parts += (emitted.inplace_or_view.definition, emitted.inplace_or_view.registration)
            if emitted.view_func is not None:
                parts += (emitted.view_func.declaration, emitted.view_func.definition)
            if any(parts):
                found.setdefault(("function", func.name.text), []).append(_text(parts, dialect))
        schemas.add(func.text)
    for node in snapshot.nodes:
        if not refuses(snapshot.derivatives_index.info_faults.get(node.entry, ())):
            one = emit_node(node.info, node.node_name, dialect)
            name = f"{node.info.func.func.name.text} {node.info.autograd_key}"
            found.setdefault(("node", name), []).append(_text([one.declaration, one.definition], dialect))
    return found


def _text(parts: list[tuple[Section, ...]], dialect: Dialect) -> str:
    return "\n----\n".join([section_text(part, dialect) for part in parts])


def differing(old: Written, new: Written) -> set[tuple[str, str]]:
    """What is written otherwise."""
    return {key for key in {**old, **new} if old.get(key) != new.get(key)}


def one_change(texts: Texts, source: random.Random) -> Texts:
    """The pair with one change: of every second one that a developer would make, else a fault of any kind."""
    if source.random() < 0.4:
        return mutated(texts, source)
    file: FileRole = source.choice(("native_functions", "derivatives"))
    blocks = re.split(r"^(?=- )", texts[file], flags=re.MULTILINE)
    at = source.randrange(1, len(blocks))
    change = source.choice(_CHANGES[file])
    for _ in range(200):
        blocks_after = change(blocks, at)
        if blocks_after != blocks:
            return {**texts, file: "".join(blocks_after)}
        at = source.randrange(1, len(blocks))
    return mutated(texts, source)


def _without(blocks: list[str], at: int) -> list[str]:
    return blocks[:at] + blocks[at + 1 :]


def _moved_to_the_end(blocks: list[str], at: int) -> list[str]:
    return [*blocks[:at], *blocks[at + 1 :], blocks[at]]


def _replaced(blocks: list[str], at: int, pattern: str, by: str) -> list[str]:
    return [*blocks[:at], re.sub(pattern, by, blocks[at], count=1, flags=re.MULTILINE), *blocks[at + 1 :]]


def _other_formula(blocks: list[str], at: int) -> list[str]:
    return _replaced(blocks, at, r"\bgrad\b(?! *\*)", "grad * self")


def _sizes_only(blocks: list[str], at: int) -> list[str]:
    return _replaced(blocks, at, r"\bself\.(sym_)?sizes\(\)", "self")


def _not_differentiable(blocks: list[str], at: int) -> list[str]:
    return _replaced(blocks, at, r"^  (self|other|input): .*\n", r"  \1: non_differentiable\n")


def _without_dispatch(blocks: list[str], at: int) -> list[str]:
    return _replaced(blocks, at, r"^  dispatch:\n(    .*\n)+", "")


def _other_default(blocks: list[str], at: int) -> list[str]:
    return _replaced(blocks, at, r"=False\b", "=True")


def _other_name(blocks: list[str], at: int) -> list[str]:
    return _replaced(blocks, at, r"\bother\b", "another")


def _another_argument(blocks: list[str], at: int) -> list[str]:
    return _replaced(blocks, at, r"^(- func: \w+\(Tensor self), ", r"\1, int inserted, ")


_CHANGES = {
    "native_functions": (
        _without,
        _moved_to_the_end,
        _without_dispatch,
        _other_default,
        _other_name,
        _another_argument,
    ),
    "derivatives": (_without, _moved_to_the_end, _other_formula, _sizes_only, _not_differentiable),
}

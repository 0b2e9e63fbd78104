"""What is written of one function or node, place by place, so that two releases' texts can be told apart."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from vt_core.analysis.document import PlacedEntry
from vt_core.analysis.snapshot import MatchedFunction, NodeInfo, Snapshot
from vt_core.codegen.cpp import CppCache
from vt_core.codegen.files import section_text
from vt_core.dialects.dialect import Dialect
from vt_core.ide.preview import GeneratedPart, function_parts, node_parts
from vt_core.model.derivatives import DEFAULT_KEY

_SHARD = re.compile(r"_\d+(?=\.)")


class Text(NamedTuple):
    """What one place gets. `text` is byte for byte what the generated file has."""

    part: GeneratedPart
    text: str


# By the place: the file (whatever the shard), the autograd key, what of the method.
Texts = Mapping[str, Text]


class Item(NamedTuple):
    """A function, or a backward node under `node`: what the two sides are compared by.

    `function` is None only for a node whose function's entry cannot be found; `names` are the numbered names of nodes
    in its text, `formulas` the operators whose formulas those have.
    """

    name: str
    function: PlacedEntry | None
    entry: PlacedEntry | None
    names: tuple[str, ...]
    formulas: tuple[str, ...]
    matched: MatchedFunction | None = None
    node: NodeInfo | None = None


def function_items(snapshot: Snapshot) -> dict[str, Item]:
    """The functions by operator name. Of a schema that stands twice only the first is generated."""
    found: dict[str, Item] = {}
    seen: set[str] = set()
    for matched in snapshot.functions:
        func = matched.function.func
        if func.text in seen:
            continue
        seen.add(func.text)
        name = func.name.text if func.name.text not in found else func.text
        names = tuple([one.node_name for one in matched.keyed if one.node_name is not None])
        formulas = tuple([one.info.func.func.name.text for one in matched.keyed])
        found[name] = Item(name, matched.placed, matched.entry, names, formulas, matched)
    return found


def node_items(snapshot: Snapshot) -> dict[str, Item]:
    """The backward nodes by what stays when they get other numbers: the entry's operator and the autograd key."""
    found: dict[str, Item] = {}
    index = snapshot.native_index
    for node in snapshot.nodes:
        func, key = node.info.func.func, node.info.autograd_key
        name = f"{func.name.text} [{key}]" if key != DEFAULT_KEY else func.name.text
        while name in found:
            name += "'"
        functions = index.by_schema.get(func.text, ())
        placed = functions[0] if functions else None
        found[name] = Item(name, placed, node.entry, (node.node_name,), (func.name.text,), None, node)
    return found


def texts_of(item: Item, dialect: Dialect, cache: CppCache) -> Texts:
    """All that is written of a function or node."""
    if item.matched is not None:
        return _texts(function_parts(item.matched, dialect, cache), dialect)
    assert item.node is not None
    return _texts(node_parts(item.node.info, item.node.node_name, dialect), dialect)


def _texts(parts: Iterable[GeneratedPart], dialect: Dialect) -> Texts:
    found: dict[str, Text] = {}
    for part in parts:
        if part.sections:
            what = " registration" if part.sections[0].name == "registration" else ""
            key = f" {part.autograd_key}" if part.autograd_key not in ("", DEFAULT_KEY) else ""
            place = _SHARD.sub("", part.file) + key + what
            found[place] = Text(part, section_text(part.sections, dialect))
    return found


def unnumbered(text: str, names: Iterable[str]) -> str:
    """The text with the numbered names of nodes written without their numbers."""
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, name.rstrip("0123456789"))
    return text

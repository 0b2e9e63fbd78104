"""What is written of one function or node, in sections and as texts: the same for both families, with parts that only
one of them has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from vt_core.codegen.sections import Section

# In how many files the methods of ADInplaceOrView stand.
INPLACE_OR_VIEW_SHARDS = 2


class KeyedMethod(NamedTuple):
    """The method in VariableType for one autograd key; the definition is empty where only a fallback is registered."""

    autograd_key: str
    definition: tuple[Section, ...]
    registration: tuple[Section, ...]


class InplaceOrViewMethod(NamedTuple):
    """The method in ADInplaceOrView, and the header of the operators that it calls."""

    header: str
    definition: tuple[Section, ...]
    registration: tuple[Section, ...]


class EmittedViewFunc(NamedTuple):
    """The object that makes a view again, and the header of the operators that it calls."""

    header: str
    declaration: tuple[Section, ...]
    definition: tuple[Section, ...]


class EmittedFunction(NamedTuple):
    """All that is written of a function. `declaration` is what VariableType.h gets of it; empty in family 2.x."""

    declaration: tuple[Section, ...]
    methods: tuple[KeyedMethod, ...]
    inplace_or_view: InplaceOrViewMethod | None
    view_func: EmittedViewFunc | None


class MethodTexts(NamedTuple):
    """A method's definition, `""` where there is none, and its registration."""

    definition: str
    registration: str


class PairTexts(NamedTuple):
    """What two places of one or two files get, and the header for it."""

    header: str
    first: str
    second: str


class FunctionTexts(NamedTuple):
    """A function's texts; `methods` by autograd key."""

    cpp_name: str
    root_name: str
    declaration: str
    methods: Mapping[str, MethodTexts]
    inplace_or_view: PairTexts | None
    view_func: PairTexts | None


class NodeTexts(NamedTuple):
    """A backward node's texts."""

    node_name: str
    autograd_key: str
    declaration: str
    definition: str

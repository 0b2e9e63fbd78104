"""What has been worked out before, by content, with a bound. Snapshots share it; it never changes an answer."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Generic, TypeVar

from vt_core.codegen.cpp import CppCache
from vt_core.codegen.derivatives_entry import EntryReading
from vt_core.codegen.entry_fields import NativeReading
from vt_core.codegen.load_derivatives import InfoReading
from vt_core.lint.entry import EntryLint
from vt_core.model.derivatives import DerivativesEntry, DifferentiabilityInfo
from vt_core.model.native_function import NativeFunction
from vt_core.model.schema_parts import SchemaCache
from vt_core.syntax.entries import BlockSyntax, Entry
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import FileRole

if TYPE_CHECKING:
    from vt_core.analysis.document import PlacedEntry
    from vt_core.analysis.findings import Told
    from vt_core.codegen.foreach import ForeachReading
    from vt_core.codegen.variants import Variants
    from vt_core.codegen.view_groups import ViewGroup

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")

# About four times the entries of the largest release.
BOUND = 16_384


class Memo(Generic[Key, Value]):
    """A dict that forgets its oldest entries beyond a bound."""

    def __init__(self, bound: int = BOUND) -> None:
        self._bound = bound
        self._known: dict[Key, Value] = {}

    def get(self, key: Key) -> Value | None:
        return self._known.get(key)

    def put(self, key: Key, value: Value) -> Value:
        """Remember and return `value`."""
        if len(self._known) >= self._bound:
            del self._known[next(iter(self._known))]
        self._known[key] = value
        return value


class Store:
    """The memos of one dialect's analysis, each keyed by all that its values depend on."""

    def __init__(self) -> None:
        self.schemas = SchemaCache()
        self.cpp = CppCache()
        self.blocks: Memo[tuple[FileRole, str], BlockSyntax] = Memo()
        self.native_functions: Memo[tuple[Entry, frozenset[str] | None], NativeReading] = Memo()
        self.variants: Memo[tuple[NativeFunction, ...], Variants] = Memo()
        self.view_groups: Memo[tuple[NativeFunction, ...], ViewGroup] = Memo()
        self.view_copies: Memo[tuple[DifferentiabilityInfo, NativeFunction], DifferentiabilityInfo] = Memo()
        self.foreach: Memo[tuple[NativeFunction, DifferentiabilityInfo], ForeachReading] = Memo()
        self.derivatives_entries: Memo[Entry, EntryReading] = Memo()
        self.infos: Memo[tuple[DerivativesEntry, tuple[NativeFunction, ...]], InfoReading] = Memo()
        self.lints: Memo[tuple[DifferentiabilityInfo, tuple[NativeFunction, ...]], EntryLint] = Memo()
        self.function_faults: Memo[tuple[NativeFunction, DifferentiabilityInfo | None, bool], tuple[Fault, ...]] = (
            Memo()
        )
        self.repeated_entries: Memo[tuple[DifferentiabilityInfo, DifferentiabilityInfo], tuple[Fault, ...]] = Memo()
        self.told: Memo[tuple[int, PlacedEntry, PlacedEntry | None], Told] = Memo()
        self.called_names: Memo[Entry, tuple[frozenset[str], ...]] = Memo()

    def trim(self) -> None:
        """Forget the parts of schemas once half-typed ones outnumber all that a release has."""
        schemas, cpp = self.schemas, self.cpp
        if max(len(schemas.arguments), len(schemas.returns), len(cpp.arguments), len(cpp.returns)) > BOUND:
            self.schemas = SchemaCache()
            self.cpp = CppCache()

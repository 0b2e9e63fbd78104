"""Semantic tokens of the entries of one block, broken ones included."""

from __future__ import annotations

import re
from collections.abc import Container
from typing import NamedTuple

from vt_core.analysis.document import Block
from vt_core.ide.formula_tokens import formula_tokens
from vt_core.ide.outline import entry_nodes
from vt_core.ide.schema_tokens import SchemaNames, SchemaTokenizer, operator_tokens, value_tokens
from vt_core.ide.token_types import DECLARATION, READONLY, Cut, TokenType
from vt_core.syntax.entries import fields_of
from vt_core.syntax.nodes import FileRole, Mapping, Node, Scalar, Sequence
from vt_core.syntax.scalars import ValueMap, value_offsets
from vt_core.syntax.schema import parse_schema
from vt_core.text.spans import Span

_WORD = re.compile(r"[^\s,\[\]]+")
_KERNEL = re.compile(r"(\w+)(::)?")
_PRECOMPUTED = re.compile(r"(->)|(\w+)(?=[?\[\]\d]*[ \t]+\w)|\w+")
_LINE = re.compile(r"[^\r\n]+")
_BOOLS = frozenset(("true", "false", "yes", "no", "on", "off", "null", "~"))

# Fields whose words all are the same; other fields hold plain values.
_FIELD_WORDS: dict[str, TokenType] = {
    "variants": "enumMember",
    "tags": "enumMember",
    "use_c10_dispatcher": "enumMember",
    "category_override": "enumMember",
    "device_check": "enumMember",
    "python_module": "namespace",
    "structured_inherits": "class",
    "cpp_no_default_args": "parameter",
}
_OPERATOR_FIELDS = ("structured_delegate", "autogen")
_KERNEL_SECTIONS = ("dispatch", "ufunc_inner_loop")


class BlockTokens(NamedTuple):
    """Tokens in order, offsets counted from the block's start; `called` are the names looked for among operators."""

    tokens: tuple[Cut, ...]
    called: frozenset[str]


class EntryTokenizer:
    """Cuts the blocks of one file. `operators` are the names of the functions that exist."""

    def __init__(self, file: FileRole, base_types: frozenset[str], operators: Container[str]) -> None:
        self._file = file
        self._operators = operators
        self._schemas = SchemaTokenizer(base_types, declares=file == "native_functions")

    def tokens(self, block: Block) -> BlockTokens:
        """The tokens of a block."""
        writer = _Writer(block.text)
        for node in entry_nodes(block):
            if not isinstance(node, Mapping):
                continue
            if self._file == "native_functions":
                self._native(node, writer)
            elif self._file == "tags":
                _tag(node, writer)
            else:
                self._derivatives(node, writer)
        return writer.result()

    def _native(self, node: Mapping, writer: _Writer) -> None:
        for key, value in node.pairs:
            if not isinstance(key, Scalar):
                continue
            writer.whole(key, "property")
            if key.value == "func":
                if isinstance(value, Scalar):
                    self._schema(value, writer)
            elif key.value in _KERNEL_SECTIONS:
                _kernels(value, writer)
            else:
                self._field(key.value, value, writer)

    def _schema(self, value: Scalar, writer: _Writer) -> None:
        if writer.is_plain(value):
            writer.add_plain(value, self._schemas.tokens(value.value, value.start))
        else:
            writer.add(value, self._schemas.tokens(value.value))

    def _field(self, field: str, value: Node, writer: _Writer) -> None:
        """A plain field's value, or the items of its list."""
        if isinstance(value, Sequence):
            for item in value.items:
                self._field(field, item, writer)
        elif isinstance(value, Mapping):
            for key, inner in value.pairs:
                self._field("", key, writer)
                self._field("", inner, writer)
        elif value.value.lower() in _BOOLS:
            writer.whole(value, "keyword")
        elif field in _OPERATOR_FIELDS:
            writer.add(value, _operators(value.value))
        elif field == "precomputed":
            writer.add(value, _precomputed(value.value))
        elif field in _FIELD_WORDS:
            kind = _FIELD_WORDS[field]
            writer.add(value, [(*found.span(), kind, 0) for found in _WORD.finditer(value.value)])
        else:
            writer.whole(value, "number" if value.kind in ("int", "float") else "string")

    def _derivatives(self, node: Mapping, writer: _Writer) -> None:
        name = fields_of(node).get("name")
        written = name.value.value if name is not None and isinstance(name.value, Scalar) else ""
        names = self._schemas.names(written)
        for key, value in node.pairs:
            if isinstance(key, Scalar):
                self._derivative(key, value, names, writer)

    def _derivative(self, key: Scalar, value: Node, names: SchemaNames, writer: _Writer) -> None:
        if key.value == "name":
            writer.whole(key, "property")
            if isinstance(value, Scalar):
                self._schema(value, writer)
        elif key.value == "output_differentiability":
            writer.whole(key, "property")
            self._differentiability(value, names, writer)
        elif isinstance(value, Mapping):
            self._section(key, value, names, writer)
        elif isinstance(value, Scalar):
            writer.add(key, _gradient_key(key.value, names))
            self._formula(value, names, writer)

    def _section(self, key: Scalar, value: Mapping, names: SchemaNames, writer: _Writer) -> None:
        """Formulas for each dispatch key (2.x): `dispatch`, then the keys, then gradients."""
        writer.whole(key, "property" if key.value == "dispatch" else "enumMember")
        for inner, node in value.pairs:
            if isinstance(inner, Scalar):
                self._derivative(inner, node, names, writer)

    def _differentiability(self, value: Node, names: SchemaNames, writer: _Writer) -> None:
        """A list of truth values, or of conditions on the arguments (2.x)."""
        if isinstance(value, Sequence):
            for item in value.items:
                self._differentiability(item, names, writer)
        elif isinstance(value, Scalar):
            if value.kind == "bool":
                writer.whole(value, "keyword")
            elif value.style is not None:
                self._formula(value, names, writer)
            else:
                writer.add(value, value_tokens(value.value, Span(0, len(value.value))))

    def _formula(self, value: Scalar, names: SchemaNames, writer: _Writer) -> None:
        tokens, called = formula_tokens(value.value, names, self._operators)
        writer.add(value, tokens)
        writer.called |= called


def _tag(node: Mapping, writer: _Writer) -> None:
    """An entry of tags.yaml: a tag, and what it says."""
    for key, value in node.pairs:
        if isinstance(key, Scalar):
            writer.whole(key, "property")
        if isinstance(key, Scalar) and isinstance(value, Scalar) and value.value:
            kind: TokenType = "enumMember" if key.value == "tag" else "string"
            writer.add(value, [(0, len(value.value), kind, DECLARATION if key.value == "tag" else 0)])


def _kernels(value: Node, writer: _Writer) -> None:
    """A section of kernels by dispatch key."""
    if not isinstance(value, Mapping):
        return
    for key, kernel in value.pairs:
        if isinstance(key, Scalar):
            words: list[Cut] = [(*found.span(), "enumMember", 0) for found in _WORD.finditer(key.value)]
            writer.add(key, words)
        if isinstance(kernel, Scalar):
            writer.add(kernel, _kernel(kernel.value))


def _kernel(text: str) -> list[Cut]:
    """`at::native::add`, or `add (AllAndComplex, Half)` of a ufunc."""
    found: list[Cut] = []
    named = False
    for part in _KERNEL.finditer(text):
        kind: TokenType = "type" if named else "namespace" if part.group(2) else "function"
        named = named or kind == "function"
        found.append((*part.span(1), kind, 0))
    return found


def _operators(text: str) -> list[Cut]:
    found: list[Cut] = []
    for word in _WORD.finditer(text):
        found += operator_tokens(parse_schema(word.group()), 0, word.start())
    return found


def _precomputed(text: str) -> list[Cut]:
    """`dim -> int dim, bool wrapped`: the argument that goes, and those that come for it."""
    found: list[Cut] = []
    for part in _PRECOMPUTED.finditer(text):
        kind: TokenType = "operator" if part.group(1) else "type" if part.group(2) else "parameter"
        found.append((*part.span(), kind, 0))
    return found


def _gradient_key(text: str, names: SchemaNames) -> list[Cut]:
    """The names of a gradient key; of an output's (a forward formula of 2.x)."""
    found: list[Cut] = []
    for word in _WORD.finditer(text):
        name = word.group()
        if name in names.arguments:
            found.append((*word.span(), "parameter", 0))
        else:
            found.append((*word.span(), "variable", READONLY if name in names.outputs else 0))
    return found


class _Writer:
    """Collects tokens at offsets of the block's text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._found: list[Cut] = []
        self._done: set[int] = set()
        self.called: frozenset[str] = frozenset()

    def is_plain(self, scalar: Scalar) -> bool:
        """Whether a scalar's value stands in the text as it is."""
        start, end, value, _, _ = scalar
        return end - start == len(value) and self._text.startswith(value, start)

    def whole(self, scalar: Scalar, type_: TokenType) -> None:
        """A scalar's value as one token."""
        if scalar.value:
            self.add(scalar, [(0, len(scalar.value), type_, 0)])

    def add(self, scalar: Scalar, tokens: list[Cut]) -> None:
        """Tokens at offsets of a scalar's value."""
        by = scalar.start
        if not self.is_plain(scalar):
            offsets = value_offsets(self._text[by : scalar.end], scalar.style, scalar.value)
            if offsets.pieces or not offsets.exact:
                self._add_mapped(scalar, offsets, tokens)
                return
            by += offsets.start
        self.add_plain(scalar, [(start + by, end + by, type_, modifiers) for start, end, type_, modifiers in tokens])

    def add_plain(self, scalar: Scalar, tokens: list[Cut]) -> None:
        """Tokens of a scalar at offsets of the text. An alias is the node of its anchor: that is written once."""
        if scalar.start not in self._done:
            self._done.add(scalar.start)
            self._found += tokens

    def _add_mapped(self, scalar: Scalar, offsets: ValueMap, tokens: list[Cut]) -> None:
        """Tokens of a value that is folded or has escapes; one that runs over a line break is one for each line."""
        found: list[Cut] = []
        for start, end, type_, modifiers in tokens if offsets.exact else ():
            span = offsets.span(start, end).shifted(scalar.start)
            for line in _LINE.finditer(self._text, *span):
                written = line.group().strip(" \t")
                if written:
                    first = line.start() + line.group().index(written)
                    found.append((first, first + len(written), type_, modifiers))
        self.add_plain(scalar, found)

    def result(self) -> BlockTokens:
        """All tokens in order."""
        self._found.sort()
        return BlockTokens(tuple(self._found), self.called)

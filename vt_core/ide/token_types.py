"""What semantic tokens can be: the types and modifiers of LSP's own legend (3.17, "Semantic Tokens") that occur."""

from __future__ import annotations

from typing import Literal, NamedTuple

TokenType = Literal[
    "namespace",
    "type",
    "class",
    "typeParameter",
    "parameter",
    "variable",
    "property",
    "enumMember",
    "function",
    "method",
    "macro",
    "keyword",
    "comment",
    "string",
    "number",
    "operator",
]

# The legend: a token's type is sent as its index here, modifiers as the sum of 1 << index.
TOKEN_TYPES: tuple[TokenType, ...] = (
    "namespace",
    "type",
    "class",
    "typeParameter",
    "parameter",
    "variable",
    "property",
    "enumMember",
    "function",
    "method",
    "macro",
    "keyword",
    "comment",
    "string",
    "number",
    "operator",
)
TOKEN_MODIFIERS = ("declaration", "readonly", "modification", "defaultLibrary")

# An operator or argument where native_functions.yaml declares it, a named output of its.
DECLARATION = 1
# What formulas only read: gradients, outputs, constants.
READONLY = 2
# Arguments and aliases that the operator writes to: `a!`.
MODIFICATION = 4
# What the release or the generator provides: base types, `grad`; in formulas operators of native_functions.yaml.
DEFAULT_LIBRARY = 8


# Start, end, type and modifiers: a token while there are many.
Cut = tuple[int, int, TokenType, int]


class SemanticToken(NamedTuple):
    """A stretch on one line, in code points, with a sum of modifiers."""

    start: int
    end: int
    type: TokenType
    modifiers: int = 0

"""Semantic tokens of a formula, at offsets of its text."""

from __future__ import annotations

import re
from collections.abc import Container
from typing import NamedTuple

from vt_core.ide.schema_tokens import SchemaNames
from vt_core.ide.token_types import DEFAULT_LIBRARY, READONLY, Cut, TokenType
from vt_core.syntax.formula import Formula, Token, read_formula
from vt_core.text.spans import Span


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Formulas that are no C++ (`non_differentiable`; forward formulas of 2.x).
_WHOLE = frozenset(("non_differentiable", "auto_linear", "auto_element_wise"))
_GENERATED = frozenset(("grad", "grads", "grad_input_mask", "retain_variables"))
_KEYWORDS = _words(
    "and auto break case const const_cast constexpr continue default delete do dynamic_cast else false for if mutable "
    "new not nullptr operator or return sizeof static static_cast switch template this throw true typename using "
    "while xor"
)
_BUILT_IN_TYPES = _words(
    "bool char double float int int16_t int32_t int64_t int8_t long short signed size_t uint16_t uint32_t uint64_t "
    "uint8_t unsigned void"
)
_STD_TYPES = _words("array function initializer_list map optional pair set string tuple vector")
# Brackets, separators and access to members and scopes.
_NO_OPERATORS = _words("( ) [ ] { } , ; . -> :: ...")
_MACRO = re.compile(r"[A-Z][A-Z0-9_]+\Z")
_CAMEL = re.compile(r"[A-Z]\w*[a-z]")
_CONSTANT = re.compile(r"k[A-Z]|nullopt\Z")


class FormulaTokens(NamedTuple):
    """The tokens in order, and the names that were looked for among the operators."""

    tokens: list[Cut]
    called: frozenset[str]


def formula_tokens(text: str, names: SchemaNames, operators: Container[str]) -> FormulaTokens:
    """The tokens of a formula whose entry's schema gives these names; `operators` are the names that exist."""
    if text.strip() in _WHOLE:
        start = len(text) - len(text.lstrip())
        return FormulaTokens([(start, start + len(text.strip()), "keyword", 0)], frozenset())
    formula = read_formula(text)
    members = {member.name_span: member.called for member in formula.members}
    calls = {call.name_span: call.scope for call in formula.calls}
    found: list[Cut] = []
    tokens = formula.tokens
    for index, token in enumerate(tokens):
        kind = token.kind
        if kind == "identifier":
            type_, modifiers = _identifier(formula, index, members, calls, names, operators)
            found.append((*token.span, type_, modifiers))
        elif kind == "punctuation":
            if token.text not in _NO_OPERATORS and not _is_template_bracket(text, token):
                found.append((*token.span, "operator", 0))
        elif kind == "number":
            found.append((*token.span, "number", 0))
        elif kind == "comment":
            found.append((*token.span, "comment", 0))
        elif kind != "unknown":
            found.append((*token.span, "string", 0))
    return FormulaTokens(found, called_names(formula))


def called_names(formula: Formula) -> frozenset[str]:
    """The names that may be operators: methods, and functions without a scope or of `at`."""
    return frozenset([call.name for call in formula.calls if call.scope in ("", "at")])


def _is_template_bracket(text: str, token: Token) -> bool:
    """Template arguments touch the name before them; comparisons are written with blanks."""
    if token.text not in ("<", ">"):
        return False
    return not text[max(0, token.span.start - 1) : token.span.start].isspace()


def _identifier(
    formula: Formula,
    index: int,
    members: dict[Span, bool],
    calls: dict[Span, str],
    names: SchemaNames,
    operators: Container[str],
) -> tuple[TokenType, int]:
    """What a name is; first what `vt_core.ide.meaning.word_role` looks at, in the same order."""
    token, span = formula.tokens[index].text, formula.tokens[index].span
    if span in members:
        if not members[span]:
            return "property", 0
        return "method", DEFAULT_LIBRARY if token in operators else 0
    if token in names.arguments:
        return "parameter", 0
    if token in names.outputs:
        return "variable", READONLY
    if token in _GENERATED or (token.startswith("grad_") and token[5:] in names.outputs):
        return "variable", READONLY | DEFAULT_LIBRARY
    if token[-2:] in ("_p", "_t") and (token[:-2] in names.arguments or token[:-2] in names.outputs):
        return "variable", READONLY | DEFAULT_LIBRARY
    if token in _KEYWORDS:
        return "keyword", 0
    if token in _BUILT_IN_TYPES:
        return "type", DEFAULT_LIBRARY
    return _free_name(formula, index, calls.get(span), operators)


def _free_name(formula: Formula, index: int, scope: str | None, operators: Container[str]) -> tuple[TokenType, int]:
    """A name that neither the schema nor the generator gives; `scope` is None where it is not called."""
    token = formula.tokens[index].text
    before = formula.tokens[index - 1].text if index else ""
    after = formula.tokens[index + 1].text if index + 1 < len(formula.tokens) else ""
    camel = _CAMEL.match(token) is not None
    if after == "::":
        return ("type" if camel else "namespace"), 0
    if camel and before == "::" and index > 1 and _CAMEL.match(formula.tokens[index - 2].text):
        return "enumMember", READONLY
    if camel or (token in _STD_TYPES and before == "::" and after == "<"):
        return "type", 0
    if scope is not None:
        return "function", DEFAULT_LIBRARY if scope in ("", "at") and token in operators else 0
    if _CONSTANT.match(token):
        return "variable", READONLY
    if _MACRO.match(token):
        return "macro", 0
    return "variable", 0

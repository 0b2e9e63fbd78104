"""The parts of a formula around an offset, as an editor grows a selection: token, operand, argument, call, brackets."""

from __future__ import annotations

from collections.abc import Sequence

from vt_core.syntax.formula import Formula, Token, read_formula
from vt_core.text.spans import Span

# Binary operators from the loosest to the tightest; `?` and `:` are one.
_LEVELS = (
    ("?", ":"),
    ("||", "or"),
    ("&&", "and"),
    ("|",),
    ("^",),
    ("&",),
    ("==", "!="),
    ("<", ">", "<=", ">=", "<=>"),
    ("<<",),
    ("+", "-"),
    ("*", "/", "%"),
)
_SEPARATORS = frozenset(("(", ")", "[", "]", "{", "}", ",", ";"))
_OPENERS = ("(", "[", "{")
_CLOSERS = {")": "(", "]": "[", "}": "{"}


def formula_ranges(text: str, at: int) -> list[Span]:
    """Stretches of a formula that an offset of it touches, in no order; all of it is one."""
    formula = read_formula(text)
    found = [Span(0, len(text))]
    token = formula.token_at(at)
    if token is not None and token.text not in _SEPARATORS:
        found.append(token.span)
    for call in formula.calls:
        end = call.inside.end + (1 if call.closed else 0)
        found += [call.inside, Span(call.name_span.start, end), *call.arguments]
        start = call.name_span.start - len(call.scope) - 2 if call.scope else call.name_span.start
        found.append(Span(max(0, start), end))
        if call.receiver is not None:
            found.append(Span(call.receiver.start, end))
    for member in formula.members:
        found += [member.receiver, Span(member.receiver.start, member.name_span.end)]
    found += [index.span for index in formula.grad_indices]
    found += _operands(formula, at)
    return [span for span in found if span.start <= at <= span.end]


def _operands(formula: Formula, at: int) -> list[Span]:
    """The brackets around an offset and, inside each, the operands of ever tighter operators."""
    code = [token for token in formula.tokens if token.kind != "comment"]
    found: list[Span] = []
    low, high = 0, len(code)
    while low < high:
        low, high = _narrowed(code, low, high, at, found)
        inner = _bracket_around(code, low, high, at)
        if inner is None:
            return found
        low, high = inner[0] + 1, inner[1]
        found.append(Span(code[inner[0]].span.start, code[min(high, len(code) - 1)].span.end))
    return found


def _narrowed(code: Sequence[Token], low: int, high: int, at: int, found: list[Span]) -> tuple[int, int]:
    """The operand among the tokens `low` to `high` that an offset is in, every step to it added to `found`."""
    for operators in ((",", ";"), *_LEVELS):
        before = after = -1
        for index in _outside_brackets(code, low, high):
            if code[index].text not in operators or index == low or _is_operator(code[index - 1]):
                continue
            if code[index].span.end <= at:
                before = index
            elif after < 0:
                after = index
        low = before + 1 if before >= 0 else low
        high = after if after >= 0 else high
        if low < high:
            found.append(Span(code[low].span.start, code[high - 1].span.end))
    return low, high


def _is_operator(token: Token) -> bool:
    """Whether what follows the token is a sign and no binary operator."""
    return token.kind == "punctuation" and token.text not in (")", "]", "}", ">")


def _outside_brackets(code: Sequence[Token], low: int, high: int) -> list[int]:
    """The tokens that stand in no bracket opened after `low`."""
    found: list[int] = []
    depth = 0
    for index in range(low, high):
        text = code[index].text
        if text in _CLOSERS:
            depth = max(0, depth - 1)
        elif depth == 0:
            found.append(index)
        if text in _OPENERS:
            depth += 1
    return found


def _bracket_around(code: Sequence[Token], low: int, high: int, at: int) -> tuple[int, int] | None:
    """The outermost pair of brackets (by token) that an offset lies in; one left open goes on to `high`."""
    depth, opener = 0, -1
    for index in range(low, high):
        text = code[index].text
        if text in _OPENERS:
            if depth == 0:
                opener = index
            depth += 1
        elif text in _CLOSERS and depth:
            depth -= 1
            if depth == 0 and code[opener].span.end <= at <= code[index].span.start:
                return opener, index
    return (opener, high) if depth and code[opener].span.end <= at else None

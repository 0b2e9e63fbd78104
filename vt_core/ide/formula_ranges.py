"""The parts of a formula around an offset, as an editor grows a selection: token, operand, argument, call, brackets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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
# So far back a bracket that closes looks for its partner.
_MOST_OPEN = 20
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
    closers = _closers(code)
    found: list[Span] = []
    low, high = 0, len(code)
    while low < high:
        outside = _outside_brackets(closers, low, high)
        low, high = _narrowed(code, outside, low, high, at, found)
        inner = _bracket_around(code, closers, outside, at)
        if inner is None:
            return found
        low, high = inner + 1, closers[inner]
        found.append(Span(code[inner].span.start, code[min(high, len(code) - 1)].span.end))
    return found


def _closers(code: Sequence[Token]) -> dict[int, int]:
    """The token that closes each opening bracket; where none does, the end of what it is in."""
    closers: dict[int, int] = {}
    open_: list[int] = []
    for index, token in enumerate(code):
        if token.text in _OPENERS:
            open_.append(index)
        elif token.text in _CLOSERS and any(
            code[opener].text == _CLOSERS[token.text] for opener in open_[-_MOST_OPEN:]
        ):
            while code[open_[-1]].text != _CLOSERS[token.text]:
                closers[open_.pop()] = index
            closers[open_.pop()] = index
    return closers | dict.fromkeys(open_, len(code))


def _outside_brackets(closers: Mapping[int, int], low: int, high: int) -> list[int]:
    """The tokens from `low` to `high` that stand in no bracket opened there, the opening ones included."""
    found: list[int] = []
    while low < high:
        found.append(low)
        low = max(low + 1, closers.get(low, 0))
    return found


def _narrowed(
    code: Sequence[Token], outside: list[int], low: int, high: int, at: int, found: list[Span]
) -> tuple[int, int]:
    """The operand among the tokens `low` to `high` that an offset is in, every step to it added to `found`."""
    for operators in ((",", ";"), *_LEVELS):
        before = after = -1
        for index in outside:
            if not low < index < high or code[index].text not in operators or _is_operator(code[index - 1]):
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


def _bracket_around(code: Sequence[Token], closers: Mapping[int, int], outside: list[int], at: int) -> int | None:
    """The bracket, of those opened at tokens `outside`, that an offset lies in."""
    for index in outside:
        closer = closers.get(index)
        if closer is None or at < code[index].span.end:
            continue
        if closer == len(code) or at <= code[closer].span.start:
            return index
    return None

"""Positions inside a derivative formula, a C++ expression that may be half typed.

What a formula saves and uses, the generator decides with regular expressions on its text (`load_derivatives.py`); this
module says where things stand. What it cannot make sense of becomes a token of kind "unknown" or a fault.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from operator import attrgetter
from typing import Literal, NamedTuple

from vt_core.text.spans import Span

TokenKind = Literal["identifier", "number", "string", "char", "comment", "punctuation", "unknown"]
FormulaFaultKind = Literal["unclosed-bracket", "unexpected-bracket", "unterminated"]

# A string or comment that does not end goes on to the end of its line or of the text. `>` stays alone, so that
# `>>` can close two template argument lists.
_TOKEN = r"""
    (?P<string>(?:u8|[uUL])?(?:R"(?P<_mark>[^()\\\s"]{0,16})\([\s\S]*?\)(?P=_mark)"|"(?:[^"\\\n]|\\.)*"))
  | (?P<open_string>(?:u8|[uUL])?(?:R"[^()\\\s"]{0,16}\([\s\S]*|"(?:[^"\\\n]|\\.)*\\?))
  | (?P<identifier>[^\W\d]\w*)
  | (?P<number>\.?[0-9](?:[eEpP][-+]|'(?=\w)|[\w.])*)
  | (?P<char>'(?:[^'\\\n]|\\.)*')
  | (?P<open_char>'(?:[^'\\\n]|\\.)*\\?)
  | (?P<comment>//[^\n]*|/\*[\s\S]*?\*/)
  | (?P<open_comment>/\*[\s\S]*)
  | (?P<punctuation><=>|\.\.\.|<<=|<<|>=|&&|\|\||\+\+|--|->|::|[-+*/%&|^=!<]=|[-+*/%&|^=!<>~?:;,.()\[\]{}])
  | (?P<unknown>\S)
"""
_OPENERS = frozenset(("(", "[", "{"))
_CLOSERS = {")": "(", "]": "[", "}": "{"}
# Words that a bracket may follow without being called.
_KEYWORDS = frozenset(("and", "case", "for", "if", "not", "or", "return", "switch", "throw", "while", "xor"))
# What may stand in a template argument list besides names, numbers and brackets.
_IN_TEMPLATE = frozenset((",", "::", "&", "&&", "*", "..."))
# What may begin an operand but does not follow a template argument list.
_PREFIXES = frozenset(("!", "-", "+", "~", "[", "++", "--"))


class Token(NamedTuple):
    """A token as written; a string includes its prefix and quotes."""

    kind: TokenKind
    text: str
    span: Span


class Call(NamedTuple):
    """A call of something with a name.

    `name` is the last part of the callee (`get` in `std::get<0>(x)`), `scope` what precedes it (`std`), `receiver` the
    expression before `.` or `->`, if any. `arguments` leave out white space and comments around them; one not written
    yet is empty. `separators` are the offsets of the commas, `inside` is all between the brackets. A call that is not
    `closed` ends where an outer bracket closes, or with the text.
    """

    name: str
    name_span: Span
    scope: str
    receiver: Span | None
    arguments: tuple[Span, ...]
    separators: tuple[int, ...]
    inside: Span
    closed: bool


class Member(NamedTuple):
    """What follows `.` or `->`: `self.sizes()`, `bias->defined()`; the name is empty where nothing follows yet.

    `receiver` covers the expression before the operator; `called` tells a method from an attribute.
    """

    receiver: Span
    operator: str
    name: str
    name_span: Span
    called: bool


class GradIndex(NamedTuple):
    """`grads[output]`, written without white space as the generator wants it; `span` covers all of it."""

    output: int
    span: Span
    output_span: Span


class FormulaFault(NamedTuple):
    """A bracket without its partner, or a string, character or comment without its end."""

    kind: FormulaFaultKind
    text: str
    span: Span


class Formula(NamedTuple):
    """A formula with its tokens and what they make up, each in the order of the text. Spans count code points."""

    text: str
    tokens: tuple[Token, ...]
    calls: tuple[Call, ...]
    members: tuple[Member, ...]
    grad_indices: tuple[GradIndex, ...]
    faults: tuple[FormulaFault, ...]

    def identifiers(self, name: str) -> tuple[Span, ...]:
        """Where a name stands, also as a member; not in strings and comments, where the generator looks as well."""
        return tuple(token.span for token in self.tokens if token.kind == "identifier" and token.text == name)

    def strings(self) -> tuple[Token, ...]:
        """The string literals."""
        return tuple(token for token in self.tokens if token.kind == "string")

    def token_at(self, offset: int) -> Token | None:
        """The token that an offset touches; where two meet, an identifier goes before the other."""
        touched: Token | None = None
        for token in self.tokens:
            if token.span.start <= offset <= token.span.end and (touched is None or touched.kind != "identifier"):
                touched = token
        return touched

    def enclosing_call(self, offset: int) -> tuple[Call, int] | None:
        """The innermost call whose brackets an offset lies between, and the number of the argument that it is in."""
        for call in reversed(self.calls):
            if call.inside.start <= offset <= call.inside.end:
                return call, bisect_left(call.separators, offset)
        return None


def read_formula(text: str) -> Formula:
    """Reads a formula, complete or half typed."""
    tokens, unterminated = _tokens(text)
    code = [token for token in tokens if token.kind != "comment"]
    brackets = _Brackets(code)
    starts = _expression_starts(code, brackets.partners)
    return Formula(
        text,
        tuple(tokens),
        _calls(text, code, brackets, starts),
        _members(code, brackets.partners, starts),
        _grad_indices(tokens),
        # Brackets may be inside what is unterminated, so that the others cannot be judged.
        tuple(unterminated or brackets.faults),
    )


def formula_faults(text: str) -> tuple[FormulaFault, ...]:
    """The faults that `read_formula` finds, faster where there are none."""
    # Brackets cannot be counted by themselves where strings, characters or comments may hold some.
    if _balanced(text) and not any(mark in text for mark in ('"', "'", "//", "/*")):
        return ()
    return read_formula(text).faults


def _balanced(text: str) -> bool:
    waiting: list[str] = []
    for bracket in re.findall(r"[()\[\]{}]", text):
        if bracket in _OPENERS:
            waiting.append(bracket)
        elif not waiting or waiting.pop() != _CLOSERS[bracket]:
            return False
    return not waiting


def _tokens(text: str) -> tuple[list[Token], list[FormulaFault]]:
    tokens: list[Token] = []
    faults: list[FormulaFault] = []
    for found in re.compile(_TOKEN, re.VERBOSE).finditer(text):
        kind, word, span = _KINDS[found.lastgroup or "unknown"], found[0], Span(*found.span())
        if found.lastgroup != kind:
            faults.append(FormulaFault("unterminated", word, span))
        tokens.append(Token(kind, word, span))
    return tokens, faults


_KINDS: dict[str, TokenKind] = {
    "string": "string",
    "open_string": "string",
    "identifier": "identifier",
    "number": "number",
    "char": "char",
    "open_char": "char",
    "comment": "comment",
    "open_comment": "comment",
    "punctuation": "punctuation",
    "unknown": "unknown",
}


class _Brackets:
    """Which brackets belong together, by index of token. `<` counts only where it opens a template argument list."""

    def __init__(self, code: Sequence[Token]) -> None:
        self.partners: dict[int, int] = {}
        # The token at which an unclosed bracket ends, and the commas directly inside each bracket (-1: inside none).
        self.broken_off: dict[int, int] = {}
        self.commas: dict[int, list[int]] = {-1: []}
        self.faults: list[FormulaFault] = []
        self._code = code
        self._open: list[int] = []
        for index in range(len(code)):
            self._read(index)
        self._drop_templates()
        while self._open:
            self._break_off(len(code))
        self.faults.sort(key=attrgetter("span"))

    def _read(self, index: int) -> None:
        kind, text, _ = self._code[index]
        if kind != "punctuation":
            if kind != "identifier" and kind != "number":
                self._drop_templates()
        elif text in _OPENERS or (text == "<" and _may_open_template(self._code, index)):
            self._open.append(index)
            self.commas[index] = []
        elif text in _CLOSERS:
            self._close(index)
        elif text == ",":
            self.commas[self._open[-1] if self._open else -1].append(index)
        elif text == ">" and self._closes_template(index):
            self._close_innermost(index)
        elif text not in _IN_TEMPLATE:
            self._drop_templates()

    def _in_template(self, depth: int = 1) -> bool:
        return len(self._open) >= depth and self._code[self._open[-depth]].text == "<"

    def _drop_templates(self) -> None:
        """What looked like the start of template arguments was a comparison: its commas belong to the outer bracket."""
        while self._in_template():
            commas = self.commas.pop(self._open.pop())
            self.commas[self._open[-1] if self._open else -1] += commas

    def _closes_template(self, index: int) -> bool:
        """Whether a `>` ends template arguments, judged by what follows."""
        if not self._in_template():
            return False
        if index + 1 == len(self._code):
            return True
        kind, text, _ = self._code[index + 1]
        if text in ("*", "&", "&&"):
            return self._in_template(depth=2)
        return kind == "punctuation" and text not in _PREFIXES

    def _close(self, index: int) -> None:
        """A closing bracket; inner brackets that are still open break off here."""
        self._drop_templates()
        wanted = _CLOSERS[self._code[index].text]
        if not any(self._code[opener].text == wanted for opener in self._open):
            self.faults.append(FormulaFault("unexpected-bracket", *self._code[index][1:]))
            return
        while self._code[self._open[-1]].text != wanted:
            self._break_off(index)
        self._close_innermost(index)

    def _close_innermost(self, index: int) -> None:
        opener = self._open.pop()
        self.partners[opener] = index
        self.partners[index] = opener

    def _break_off(self, index: int) -> None:
        opener = self._open.pop()
        self.broken_off[opener] = index
        self.faults.append(FormulaFault("unclosed-bracket", *self._code[opener][1:]))
        self._drop_templates()


def _may_open_template(code: Sequence[Token], index: int) -> bool:
    """Whether a `<` touches a name before it; comparisons are written with white space."""
    before = code[index - 1] if index else None
    return before is not None and before.kind == "identifier" and before.span.end == code[index].span.start


def _expression_starts(code: Sequence[Token], partners: dict[int, int]) -> list[int]:
    """For each token the first token of the operand that ends with it: a name with its scope, a chain of member
    accesses, calls and subscripts, or the token alone."""
    starts: list[int] = []
    for index, (kind, text, _) in enumerate(code):
        start = index
        opener = partners.get(index, index)
        if opener < index:
            start = starts[opener - 1] if opener and _is_operand(code, opener - 1, partners) else opener
        elif index and (
            (kind == "identifier" and code[index - 1].text in (".", "->", "::"))
            or (text in (".", "->", "::") and _is_operand(code, index - 1, partners))
        ):
            start = starts[index - 1]
        starts.append(start)
    return starts


def _is_operand(code: Sequence[Token], index: int, partners: dict[int, int]) -> bool:
    """Whether an operand can end with this token."""
    kind, text, _ = code[index]
    if kind == "identifier":
        return text not in _KEYWORDS
    return kind in ("string", "number") or partners.get(index, index) < index


def _calls(text: str, code: Sequence[Token], brackets: _Brackets, starts: Sequence[int]) -> tuple[Call, ...]:
    calls: list[Call] = []
    for index, token in enumerate(code):
        if token.text != "(" or not index:
            continue
        callee = index - 1
        if code[callee].text == ">" and callee in brackets.partners:
            callee = brackets.partners[callee] - 1
        if code[callee].kind == "identifier" and code[callee].text not in _KEYWORDS:
            calls.append(_call(text, code, brackets, starts, callee, index))
    return tuple(calls)


def _call(
    text: str, code: Sequence[Token], brackets: _Brackets, starts: Sequence[int], callee: int, opener: int
) -> Call:
    """The call of the name at token `callee`, with its bracket at token `opener`."""
    first = _scope_start(code, callee, brackets.partners)
    receiver = None
    if first > 1 and code[first - 1].text in (".", "->") and starts[first - 1] < first - 1:
        receiver = Span(code[starts[first - 1]].span.start, code[first - 2].span.end)
    closer = brackets.partners.get(opener, brackets.broken_off.get(opener, len(code)))
    commas = brackets.commas[opener]
    return Call(
        name=code[callee].text,
        name_span=code[callee].span,
        scope=text[code[first].span.start : code[callee - 1].span.start] if first < callee else "",
        receiver=receiver,
        arguments=_arguments(code, [opener, *commas, closer]),
        separators=tuple(code[comma].span.start for comma in commas),
        inside=Span(code[opener].span.end, code[closer].span.start if closer < len(code) else len(text)),
        closed=opener in brackets.partners,
    )


def _scope_start(code: Sequence[Token], name: int, partners: dict[int, int]) -> int:
    """The first token of a name with the scopes before it, as `::at::f` or `A<int>::f`."""
    while name and code[name - 1].text == "::":
        name -= 1
        scope = name - 1
        if scope in partners and code[scope].text == ">":
            scope = partners[scope] - 1
        if scope < 0 or code[scope].kind != "identifier" or code[scope].text in _KEYWORDS:
            break
        name = scope
    return name


def _arguments(code: Sequence[Token], bounds: Sequence[int]) -> tuple[Span, ...]:
    """The stretches of tokens between bounds; those without a token are empty, just after the bound before them."""
    if len(bounds) == 2 and bounds[0] + 1 == bounds[1]:
        return ()
    spans: list[Span] = []
    for before, after in pairwise(bounds):
        start = code[before + 1].span.start if before + 1 < after else code[before].span.end
        spans.append(Span(start, code[after - 1].span.end))
    return tuple(spans)


def _members(code: Sequence[Token], partners: dict[int, int], starts: Sequence[int]) -> tuple[Member, ...]:
    members: list[Member] = []
    for index, (_, operator, span) in enumerate(code):
        first = starts[index]
        # A `->` after a lambda's parameters announces its return type.
        if operator not in (".", "->") or first == index or (operator == "->" and code[first].text == "["):
            continue
        receiver = Span(code[first].span.start, code[index - 1].span.end)
        after = index + 1
        if after == len(code) or code[after].kind != "identifier":
            members.append(Member(receiver, operator, "", Span(span.end, span.end), called=False))
            continue
        _, name, name_span = code[after]
        after += 1
        if after in partners and code[after].text == "<":
            after = partners[after] + 1
        called = after < len(code) and code[after].text == "("
        members.append(Member(receiver, operator, name, name_span, called))
    return tuple(members)


def _grad_indices(tokens: Sequence[Token]) -> tuple[GradIndex, ...]:
    found: list[GradIndex] = []
    for name, opening, number, closing in zip(tokens, tokens[1:], tokens[2:], tokens[3:]):
        if (
            name.text == "grads"
            and opening.text == "["
            and closing.text == "]"
            and number.text.isdecimal()
            and closing.span.end - name.span.start == len("grads[]") + len(number.text)
        ):
            # int() refuses thousands of digits, and far fewer are out of bounds.
            output = int(number.text[-18:]) if number.text[:-18].strip("0") == "" else 10**18
            found.append(GradIndex(output, Span(name.span.start, closing.span.end), number.span))
    return tuple(found)

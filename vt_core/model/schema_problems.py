"""What a schema that is no schema is refused for, told apart by what has to be done about it."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from vt_core.syntax.schema import ARROW, ArgumentSyntax, Piece, SchemaSyntax, TypeSyntax
from vt_core.text.spans import Span


class Problem(Exception):  # noqa: N818 - not an error of the program: it carries a fault up one level
    """A refusal: the rule, the stretch of the text, and the message's words."""

    def __init__(self, rule: str, span: Span, data: Mapping[str, str] | None = None) -> None:
        super().__init__(rule)
        self.rule, self.span, self.data = rule, span, data or {}


def outline_problem(syntax: SchemaSyntax, *, arrows: bool = False) -> Problem | None:
    """What keeps the text from being `name(arguments) -> returns` at all. `arrows`: annotations may hold arrows."""
    text = syntax.text
    operator = syntax.operator.strip()
    if syntax.arrow is None:
        at = text.find("->")
        span = Span(at, at + 2) if at >= 0 else _after_arguments(text)
        return Problem("schema-syntax", span, {"what": "arrow", "operator": operator})
    second = text.find(ARROW, syntax.arrow + len(ARROW))
    if second >= 0 and not arrows:
        opening, closing = text.rfind("(", 0, syntax.arrow), text.find(")", syntax.arrow)
        if text[:opening].endswith("Tensor") and text.find(")", opening) == closing:
            annotation = Span(opening + 1, closing)  # `Tensor(a -> *)`, of later releases
            data = {"what": "letter", "annotation": text[opening + 1 : closing], "operator": operator}
            return Problem("alias-annotation", annotation, data)
        return Problem("schema-syntax", Span(second + 1, second + 3), {"what": "two-arrows", "operator": operator})
    if syntax.open is None:
        word = operator.partition(",")[0].partition(" ")[0]
        start = syntax.operator_span.start
        span = Span(start, start + len(word)) if word else syntax.operator_span
        return Problem("schema-syntax", span, {"what": "no-parentheses", "operator": word})
    if syntax.close is None:
        return Problem("schema-syntax", Span(syntax.open, syntax.open + 1), {"what": "unclosed", "operator": operator})
    returns = syntax.returns_span
    if returns is None or returns.start == returns.end:
        return None  # said by `_returns`
    if text != text.strip():
        lead = len(text) - len(text.lstrip())
        return _blanks(Span(0, lead) if lead else Span(len(text.rstrip()), len(text)), "ends", operator)
    if text[syntax.close + 1 : syntax.arrow]:
        return _blanks(Span(syntax.close + 1, syntax.arrow), "between", operator)
    if returns.start > syntax.arrow + len(ARROW):
        return _blanks(Span(syntax.arrow + len(ARROW), returns.start), "between", operator)
    return None


def _after_arguments(text: str) -> Span:
    """What follows the parenthesis that closes the arguments, else the text's last character."""
    depth = 0
    end = len(text.rstrip())
    for at, character in enumerate(text):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == ")" and depth == 0:
            start = at + 1 + len(text[at + 1 :]) - len(text[at + 1 :].lstrip())
            return Span(start, end) if start < end else Span(end - 1, end)
    return Span(max(0, end - 1), end)


def _blanks(span: Span, where: str, operator: str) -> Problem:
    return Problem("schema-syntax", span, {"what": "blanks", "where": where, "operator": operator})


def returns_outline(syntax: SchemaSyntax, span: Span, refused: Sequence[Problem]) -> Sequence[Problem]:
    """What is wrong with the returns: parentheses that one has and must not, or that several have not and must, or
    what is wrong with the single ones."""
    text = syntax.text[span.start : span.end]
    pieces = syntax.returns
    parenthesized = bool(pieces) and pieces[0].start > span.start
    if refused and text.count("(") != text.count(")"):
        what = "return-unbalanced"
    elif refused and text.strip("( )"):
        return refused
    elif len(pieces) == 1 and parenthesized:
        what = "return-parentheses"
    elif len(pieces) > 1 and not parenthesized:
        what = "returns-without-parentheses"
    else:
        return refused
    return [Problem("schema-syntax", span, {"what": what, "operator": syntax.operator, "returns": text})]


_MISPLACED = (
    ("comma", r",(?=[^\s,])(?![^\[]*\])"),
    ("equals", r"\s+=\s*|=\s+"),
    ("default-blank", r"(?<==)\S*\s.*"),
    ("blanks", r"\A\s+|\s+(?=[\s(\[?])|\s+\Z"),
)


def separator_problem(text: str) -> Problem | None:
    """What a refused argument or return is refused for when its commas, blanks or `=` are to blame."""
    for what, pattern in _MISPLACED:
        found = re.search(pattern, text)
        if found is not None:
            span = Span(*found.span())
            if what == "blanks":
                return _blanks(span, "inside", "")
            return Problem("argument-syntax", span, {"what": what, "argument": text})
    return None


def type_problem(syntax: TypeSyntax, argument: ArgumentSyntax, known: Collection[str]) -> Problem:
    """An annotation in the wrong place, or a type that is none."""
    name, span = syntax.name, syntax.span
    paren = name.find("(")
    if paren > 0:
        if name.count("(") > name.count(")"):
            what = "unclosed"
        elif name.endswith("()"):
            what = "letter"
        else:
            what = "position" if name.startswith("Tensor") else "not-tensor"
        data = {"what": what, "annotation": name[paren:], "type": name}
        return Problem("alias-annotation", Span(span.start + paren, span.end), data)
    if span.start == span.end:
        span = Span(0, len(argument.text))
    data = {"what": "name", "type": name, "known": ", ".join(sorted(known))}
    return Problem("unknown-type", span, data)


def empty_piece(piece: Piece, syntax: SchemaSyntax) -> Problem:
    """`(Tensor a, )`: nothing between two commas, before the first or after the last."""
    first = piece.start == 0 or not syntax.text.startswith(", ", piece.start - 2)
    start = piece.start if first else piece.start - 2
    return Problem("argument-syntax", Span(start, start + 2), {"what": "empty", "argument": ""})

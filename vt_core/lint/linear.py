"""Whether a formula is linear in the gradients or tangents that come in, as far as its arithmetic shows it.

A light reading of C++: sums, products, quotients, brackets, and calls. What it does not know stays unknown, and so does
all that is made of it.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

from vt_core.lint.calls import words_of

# Methods and functions that keep what they are given linear, if nothing else that they are given depends on it.
_LINEAR = words_of("""
    neg conj t transpose view reshape expand expand_as unsqueeze squeeze contiguous clone sum mean to
    permute narrow flip roll diagonal tril triu view_as reshape_as real imag resolve_conj sum_to_size
    to_dense coalesce negative
    """)
# Those that multiply.
_PRODUCTS = words_of("""
    mul multiply mm bmm matmul mv dot ger outer vdot
    """)
# Those that are never linear in what they are called on.
_NONLINEAR = words_of("""
    exp exp2 log log2 log10 sqrt rsqrt square reciprocal sin cos tan tanh sigmoid abs sgn
    """)
_TOKEN = re.compile(r"\s*(?:([A-Za-z_][\w:]*)|(\d[\w.']*|\.\d\w*)|(->|&&|\|\||[-+*/%=!<>&|^]=|<<|>>|[^\w\s]))")


class Bad(NamedTuple):
    """Where a formula is not linear (offsets), and why: product, sum, quotient or function."""

    start: int
    end: int
    why: str


class Degree(NamedTuple):
    """How often something is multiplied with what comes in: 0, 1, 2 (or more), or None for unknown. `leaf`: it is a
    name or a number, and no call."""

    degree: int | None
    start: int
    end: int


def first_nonlinear(code: str, incoming: Collection[str]) -> Bad | None:
    """Where a formula surely is not linear. `incoming` are the names of what it has to be linear in."""
    reader = _Reader(code, incoming)
    reader.ternary()
    return reader.bad if reader.at >= len(reader.tokens) else None


class _Reader:
    """A reader by precedence. A call or operator that it cannot judge is unknown."""

    def __init__(self, code: str, incoming: Collection[str]) -> None:
        self.tokens = [(found[1] or "", found[2] or "", found[3] or "", found.end()) for found in _TOKEN.finditer(code)]
        self.starts = [end - len(name or number or mark) for name, number, mark, end in self.tokens]
        self.incoming = incoming
        self.at = 0
        self.bad: Bad | None = None

    def mark(self) -> str:
        return self.tokens[self.at][2] if self.at < len(self.tokens) else ""

    def fail(self, left: Degree, right: Degree, why: str) -> None:
        if self.bad is None:
            self.bad = Bad(left.start, right.end, why)

    def ternary(self) -> Degree:
        value = self.sum()
        while self.mark() in ("==", "!=", "<", ">", "<=", ">=", "&&", "||", "&", "|", "%", "^", "<<", ">>"):
            self.at += 1
            other = self.sum()
            value = Degree(None, value.start, other.end)
        if self.mark() != "?":
            return value
        self.at += 1
        yes = self.ternary()
        if self.mark() == ":":
            self.at += 1
            self.ternary()
        return Degree(None, value.start, yes.end)

    def sum(self) -> Degree:
        value = self.product()
        while self.mark() in ("+", "-"):
            self.at += 1
            other = self.product()
            degree = value.degree
            if value.degree is None or other.degree is None:
                degree = None
            elif {value.degree, other.degree} == {0, 1}:
                self.fail(value, other, "sum")
                degree = None
            value = Degree(degree, value.start, other.end)
        return value

    def product(self) -> Degree:
        value = self.unary()
        while self.mark() in ("*", "/"):
            divides = self.mark() == "/"
            self.at += 1
            other = self.unary()
            degree = _product(value.degree, other.degree)
            if divides and other.degree is not None and other.degree > 0:
                self.fail(other, other, "quotient")
                degree = None
            elif degree is not None and degree > 1:
                self.fail(value, other, "product")
                degree = None
            value = Degree(degree, value.start, other.end)
        return value

    def unary(self) -> Degree:
        if self.mark() in ("-", "+", "!", "*", "&"):
            start, mark = self.starts[self.at], self.mark()
            self.at += 1
            value = self.unary()
            return Degree(value.degree if mark in "-+" else None, start, value.end)
        return self.postfix()

    def postfix(self) -> Degree:
        value = self.primary()
        while self.mark() in (".", "->", "["):
            mark = self.mark()
            self.at += 1
            if mark == "[":
                self.ternary()
                end = self.expect("]")
                value = Degree(value.degree, value.start, end)
                continue
            if self.at >= len(self.tokens):
                break
            name = self.tokens[self.at][0]
            end = self.tokens[self.at][3]
            self.at += 1
            if self.mark() == "(":
                arguments, end = self.arguments()
                value = Degree(self.called(name, [value, *arguments], end), value.start, end)
            else:
                value = Degree(None, value.start, end)
        return value

    def primary(self) -> Degree:
        if self.at >= len(self.tokens):
            return Degree(None, 0, 0)
        name, number, mark, end = self.tokens[self.at]
        start = self.starts[self.at]
        self.at += 1
        if number:
            return Degree(0, start, end)
        if name:
            if self.mark() == "(":
                arguments, end = self.arguments()
                return Degree(self.called(name.rpartition("::")[2], arguments, end), start, end)
            return Degree(1 if name in self.incoming else 0, start, end)
        if mark == "(":
            value = self.ternary()
            return Degree(value.degree, start, self.expect(")"))
        if mark == "{":
            while self.at < len(self.tokens) and self.mark() != "}":
                self.ternary()
                if self.mark() != ",":
                    break
                self.at += 1
            return Degree(None, start, self.expect("}"))
        self.at = len(self.tokens) + 1  # nothing that is known here
        return Degree(None, start, end)

    def arguments(self) -> tuple[list[Degree], int]:
        self.at += 1
        found: list[Degree] = []
        while self.at < len(self.tokens) and self.mark() != ")":
            found.append(self.ternary())
            if self.mark() != ",":
                break
            self.at += 1
        return found, self.expect(")")

    def expect(self, mark: str) -> int:
        if self.mark() != mark:
            self.at = len(self.tokens) + 1
            return 0
        self.at += 1
        return self.tokens[self.at - 1][3]

    def called(self, name: str, given: list[Degree], end: int) -> int | None:
        """The degree of what a call gives."""
        degrees = [one.degree for one in given]
        if all(degree == 0 for degree in degrees):
            return 0
        base = name.removesuffix("_symint").removesuffix("_")
        if base in _LINEAR and all(degree == 0 for degree in degrees[1:]):
            return degrees[0]
        if base in _PRODUCTS and len(given) == 2:
            degree = _product(*degrees)
            if degree is not None and degree > 1:
                self.fail(given[0], Degree(None, end, end), "product")
                return None
            return degree
        if (base in _NONLINEAR or base == "pow") and degrees[0] is not None and degrees[0] > 0:
            self.fail(given[0], Degree(None, end, end), "function")
        return None


def _product(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other

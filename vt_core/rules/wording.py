"""How messages name things."""

from __future__ import annotations

from collections.abc import Sequence

from vt_core.rules.rule import Site
from vt_core.syntax.faults import Fault


def operator_of(fault: Fault, site: Site) -> str:
    """The operator that a fault is about, in backticks; `this entry` where it has no name."""
    operator = fault.data.get("operator", "")
    if not operator:
        scalar = site.owner.scalar("func") or site.owner.scalar("name")
        operator = "" if scalar is None else scalar.value.partition("(")[0].strip()
    return f"`{shown(operator)}`" if operator else "this entry"


def shown(text: str, most: int = 80) -> str:
    """A text of the file as a message quotes it: on one line, and cut short where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1]}…"


def enumerated(words: Sequence[str], last: str = "or") -> str:
    """`a`, `b` or `c`"""
    quoted = [f"`{word}`" for word in words]
    if len(quoted) < 2:
        return "".join(quoted)
    return f"{', '.join(quoted[:-1])} {last} {quoted[-1]}"

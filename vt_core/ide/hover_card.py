"""What a hover shows, and what it may be told besides the pair."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from vt_core.ide.helpers_index import Helper, Helpers
from vt_core.ide.markdown import code, fenced, paragraphs
from vt_core.syntax.nodes import FileRole
from vt_core.text.spans import Span

if TYPE_CHECKING:
    from vt_core.dialects.detection import Detection

_NO_HELPERS: Mapping[str, tuple[Helper, ...]] = MappingProxyType({})
_MOST_DECLARATIONS = 4
_MOST_COMMENT = 400


class HoverCard(NamedTuple):
    """What to show for a stretch of a file.

    `span` counts code points of the file's text. `operator` is the operator with its overload whose generated C++ the
    card shows, None where it shows none; `cut`: some of that was left out.
    """

    file: FileRole
    span: Span
    markdown: str
    operator: str | None = None
    cut: bool = False


class Surroundings(NamedTuple):
    """What is known besides the pair: functions that formulas call, kernels, and how the release was found."""

    helpers: Helpers = _NO_HELPERS
    kernels: Helpers = _NO_HELPERS
    detection: Detection | None = None


ALONE = Surroundings()


def declarations(found: tuple[Helper, ...]) -> str:
    """C++ functions of one name: their heads, and what is said above them. Of a function that is declared and defined,
    the declaration."""
    heads = {helper.declaration: None for helper in sorted(found, key=_declared_first)}
    shown = list(heads)[:_MOST_DECLARATIONS]
    lines = [*[f"{head};" for head in shown], *(["// …"] if len(heads) > len(shown) else [])]
    places = ", ".join(dict.fromkeys([f"{code(helper.file)}:{helper.line + 1}" for helper in found]))
    comment = next((helper.comment for helper in found if helper.comment), "")
    if len(comment) > _MOST_COMMENT:
        comment = comment[: _MOST_COMMENT - 1] + "…"
    return paragraphs([f"In {places}:", fenced("\n".join(lines)), comment])


def _declared_first(helper: Helper) -> bool:
    return helper.is_definition

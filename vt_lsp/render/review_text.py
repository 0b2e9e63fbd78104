"""`--diff` on a terminal: the summary, then cause after cause with a unified diff of what it reaches."""

from __future__ import annotations

from collections.abc import Iterator

from vt_core.review.review import Group, Shape, shapes_of
from vt_lsp.diff import Reviewed
from vt_lsp.render import review_words as words
from vt_lsp.render.style import Paint, Style, printable

_RISKS: dict[str, Paint] = {"high": "error", "medium": "warning", "low": "information"}
_MOST_NAMES = 6


def render(reviewed: Reviewed, style: Style) -> str:
    """The whole review."""
    lines = [*_head(reviewed, style)]
    for group in sorted(reviewed.review.groups, key=words.group_weight):
        lines += ["", *_group(group, reviewed, style)]
    return "\n".join([*lines, ""])


def summary(reviewed: Reviewed, style: Style) -> str:
    """What a reviewer reads first, and nothing else."""
    return "\n".join([*_head(reviewed, style), ""])


def _head(reviewed: Reviewed, style: Style) -> Iterator[str]:
    review = reviewed.review
    yield style.paint(printable(words.headline(reviewed)), "strong")
    yield printable(words.counts(review))
    for line in review.summary:
        effect = line.effect
        tag = style.paint(f"{effect.risk:<6}", _RISKS[effect.risk])
        yield f"  {tag} {effect.kind:<12} {effect.text}: {printable(words.happens_to(line, _MOST_NAMES))}"
    for said in words.folded(review):
        yield f"  {style.paint('folded', 'frame')} {printable(said)}"


def _group(group: Group, reviewed: Reviewed, style: Style) -> Iterator[str]:
    for cause in group.causes:
        yield style.paint(printable(words.cause_said(cause, reviewed)), "strong")
        yield from [_painted("  " + printable(line), line[0], style) for line in words.key_lines(cause)]
    yield f"  reaches {words.reach(group.changes)}: {printable(words.listed(words.titles(group.changes), 8))}"
    for effect, said in words.said_once(group.effects):
        yield f"  {style.paint(effect.risk, _RISKS[effect.risk])}: {printable(said)}"
    for shape in shapes_of(group, reviewed.review.comparison):
        yield from _shape(shape, style)


def _shape(shape: Shape, style: Style) -> Iterator[str]:
    yield ""
    yield style.paint(printable(f"  {words.shape_title(shape)}"), "strong")
    for diff in shape.diffs:
        yield style.paint(f"  {diff.file}", "frame")
        for hunk in diff.hunks:
            yield style.paint(f"  @@ {', '.join(hunk.sections)} @@", "frame")
            for why in hunk.reasons:
                yield style.paint(printable(f"  // {why}"), "information")
            for line in hunk.lines:
                yield _painted(printable(f"  {line.tag}{line.text}"), line.tag, style)


def _painted(text: str, tag: str, style: Style) -> str:
    if tag == "-":
        return style.paint(text, "error")
    return style.paint(text, "hint") if tag == "+" else text

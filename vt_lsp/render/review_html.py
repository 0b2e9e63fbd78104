"""`--diff` as one page that needs nothing else: no network, no library. Folding works without scripts, too."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from html import escape
from pathlib import Path
from string import Template

from vt_core.review.diffs import DiffLine, Hunk
from vt_core.review.review import Group, Shape, shapes_of
from vt_lsp.diff import Reviewed
from vt_lsp.render import review_words as words

_PAGE = Path(__file__).with_name("review_page.html")
_WORD = re.compile(r"\w+|\s+|[^\w\s]")
_CLASSES = {"-": "gone", "+": "come", " ": "same"}
_MOST_NAMES = 12


def render(reviewed: Reviewed) -> str:
    """The whole page."""
    review = reviewed.review
    groups = sorted(review.groups, key=words.group_weight)
    return Template(_PAGE.read_text(encoding="utf-8")).substitute(
        title=escape(words.headline(reviewed)),
        counts=escape(words.counts(review)),
        summary=_summary(reviewed),
        notes="".join([f"<p>{_text(said)}</p>" for said in (*words.folded(review), *reviewed.notes)]),
        groups="\n".join([_group(group, reviewed) for group in groups]),
    )


def _summary(reviewed: Reviewed) -> str:
    rows = [
        f'<tr><td class="{line.effect.risk}">{line.effect.risk}</td><td>{line.effect.kind}</td>'
        f"<td>{_text(line.effect.text)}</td><td>{_text(words.happens_to(line, _MOST_NAMES))}</td></tr>"
        for line in reviewed.review.summary
    ]
    head = "<tr><th>risk</th><th>what</th><th>change</th><th>at</th></tr>"
    return f"<table>{head}{''.join(rows)}</table>" if rows else ""


def _group(group: Group, reviewed: Reviewed) -> str:
    causes = "<br>".join([_text(words.cause_said(cause, reviewed)) for cause in group.causes])
    names = escape(words.listed(words.titles(group.changes), _MOST_NAMES))
    title = f'{causes}: {escape(words.reach(group.changes))} <span class="names">{names}</span>'
    parts = [f'<details class="group"><summary>{title}</summary>']
    keys = [line for cause in group.causes for line in words.key_lines(cause)]
    if keys:
        parts.append(_lines([_as_line(line) for line in keys]))
    effects = [
        f'<li><span class="{effect.risk}">{effect.risk}</span> {_text(said)}</li>'
        for effect, said in words.said_once(group.effects)
    ]
    if effects:
        parts.append(f"<ul>{''.join(effects)}</ul>")
    parts += [_shape(shape) for shape in shapes_of(group, reviewed.review.comparison)]
    return "\n".join([*parts, "</details>"])


def _as_line(line: str) -> DiffLine:
    return DiffLine("-" if line.startswith("-") else "+", line[2:])


def _shape(shape: Shape) -> str:
    first, *others = words.titles(shape.changes)
    same = f' <span class="names">the same in {escape(", ".join(others))}</span>' if others else ""
    parts = [f"<details open><summary><b>{escape(first)}</b>{same}</summary>"]
    parts += [_hunk(diff.file, hunk) for diff in shape.diffs for hunk in diff.hunks]
    return "".join([*parts, "</details>"])


def _hunk(file: str, hunk: Hunk) -> str:
    why = "".join([f'<p class="why">{_text(one)}</p>' for one in hunk.reasons])
    return why + _lines(hunk.lines, f"{file}: {', '.join(hunk.sections)}")


def _lines(lines: Sequence[DiffLine], head: str = "") -> str:
    shown = [f'<span class="l hunk">{escape(head)}</span>'] if head else []
    for run in _runs(lines):
        gone = [line.text for line in run if line.tag == "-"]
        come = [line.text for line in run if line.tag == "+"]
        # Lines of both sides belong together in their order where there are as many.
        pairs = [_marked(was, now) for was, now in zip(gone, come)] if len(gone) == len(come) else []
        marked = [was for was, _ in pairs] + [now for _, now in pairs]
        for at, line in enumerate(run):
            text = marked[at] if marked else escape(line.text)
            shown.append(f'<span class="l {_CLASSES[line.tag]}">{line.tag}{text}</span>')
    return f"<pre>{''.join(shown)}</pre>"


def _runs(lines: Sequence[DiffLine]) -> Iterator[list[DiffLine]]:
    """Lines that differ, those that went before those that came; and each line that is the same by itself."""
    run: list[DiffLine] = []
    for line in lines:
        if run and (line.tag == " " or run[-1].tag == " " or (line.tag == "-" and run[-1].tag == "+")):
            yield run
            run = []
        run.append(line)
    if run:
        yield run


def _marked(was: str, now: str) -> tuple[str, str]:
    """Two lines with the words marked that are not in both."""
    old, new = _WORD.findall(was), _WORD.findall(now)
    sides: tuple[list[str], list[str]] = ([], [])
    for tag, *ends in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        stretches = "".join(old[ends[0] : ends[1]]), "".join(new[ends[2] : ends[3]])
        for side, text in zip(sides, stretches):
            if text:
                side.append(escape(text) if tag == "equal" else f"<mark>{escape(text)}</mark>")
    return "".join(sides[0]), "".join(sides[1])


def _text(text: str) -> str:
    """A sentence, names in backticks as code."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return escape(text)
    return "".join([f"<code>{escape(part)}</code>" if at % 2 else escape(part) for at, part in enumerate(parts)])

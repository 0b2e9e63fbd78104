"""`--diff` as a comment on a pull request: the summary in full, diffs folded, cut to what such a comment may hold."""

from __future__ import annotations

from html import escape

from vt_core.ide.markdown import code, fenced
from vt_core.review.review import Group, Shape, shapes_of
from vt_lsp.diff import Reviewed
from vt_lsp.render import review_words as words

# GitHub refuses comments of more than 65536 characters.
MOST_CHARACTERS = 60_000
_MOST_GROUP = 12_000
_MOST_NAMES = 8


def render(reviewed: Reviewed, most: int = MOST_CHARACTERS) -> str:
    """The review, in at most `most` characters if the summary fits."""
    review = reviewed.review
    parts = [f"### {_text(words.headline(reviewed))}", _text(words.counts(review))]
    if review.summary:
        rows = [
            f"| {line.effect.risk} | {line.effect.kind} | {_cell(line.effect.text)} "
            f"| {_cell(words.happens_to(line, _MOST_NAMES))} |"
            for line in review.summary
        ]
        parts.append("\n".join(["| risk | what | change | at |", "|---|---|---|---|", *rows]))
    notes = [f"- {_text(said)}" for said in (*words.folded(review), *reviewed.notes)]
    if notes:
        parts.append("\n".join(notes))
    length = sum([len(part) + 2 for part in parts])
    groups = sorted(review.groups, key=words.group_weight)
    for done, group in enumerate(groups):
        part = _group(group, reviewed)
        if length + len(part) + 200 > most:
            left = len(groups) - done
            parts.append(f"{words.counted(left, 'cause')} more: `vt-lsp --diff --format html` shows all of it.")
            break
        parts.append(part)
        length += len(part) + 2
    return "\n\n".join(parts) + "\n"


def _group(group: Group, reviewed: Reviewed) -> str:
    causes = "; ".join([words.cause_said(cause, reviewed) for cause in group.causes])
    parts = [f"<details><summary>{escape(causes.replace('`', ''))}: {escape(words.reach(group.changes))}</summary>"]
    keys = [line for cause in group.causes for line in words.key_lines(cause)]
    if keys:
        parts.append(fenced("\n".join(keys), "diff"))
    effects = [f"- {effect.risk}: {_text(said)}" for effect, said in words.said_once(group.effects)]
    if effects:
        parts.append("\n".join(effects))
    length, shapes = 0, shapes_of(group, reviewed.review.comparison)
    for done, shape in enumerate(shapes):
        part = _shape(shape)
        if length + len(part) > _MOST_GROUP:
            names = [words.titles(one.changes)[0] for one in shapes[done:]]
            parts.append(f"… and the diffs of {_names(words.listed(names, _MOST_NAMES))}")
            break
        parts.append(part)
        length += len(part)
    return "\n\n".join([*parts, "</details>"])


def _shape(shape: Shape) -> str:
    lines: list[str] = []
    for diff in shape.diffs:
        for hunk in diff.hunks:
            lines.append(f"@@ {diff.file}: {', '.join(hunk.sections)} @@")
            lines += [f"# {why}" for why in hunk.reasons]
            lines += [line.tag + line.text for line in hunk.lines]
    return f"{_names(words.shape_title(shape))}\n\n{fenced(chr(10).join(lines), 'diff')}"


def _names(text: str) -> str:
    return f"**{_text(text)}**"


def _text(text: str) -> str:
    """A sentence whose names in backticks stay code, and whose other characters mean nothing."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return _plain(text)
    return "".join([code(part, 300) if at % 2 else _plain(part) for at, part in enumerate(parts)])


def _plain(text: str) -> str:
    return "".join([f"\\{char}" if char in "\\*_<>[]#`~|" else char for char in " ".join(text.split(" "))])


def _cell(text: str) -> str:
    return _text(text).replace("\n", " ")

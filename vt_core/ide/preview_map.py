"""An operator's generated C++ as one text that knows, line by line, where it comes from; and how it changes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from vt_core.analysis.snapshot import MatchedFunction, Snapshot
from vt_core.ide.cursor import cursor_at
from vt_core.ide.preview import Origin, Preview, find_operators, preview
from vt_core.ide.preview_reasons import reason
from vt_core.ide.reached import reached
from vt_core.syntax.nodes import FileRole
from vt_core.text.lines import LineTable
from vt_core.text.spans import Span

_CONTEXT = 3
_NOWHERE = "/dev/null"


class MappedSection(NamedTuple):
    """A section of the preview.

    `file` is the generated file that it goes to. `span` counts code points of the preview's text, `lines` its lines
    from 0, the end exclusive. `origin` is what it stems from; `of_entry`: from the function or derivatives entry as a
    whole. `reason` says in one sentence why it is there.
    """

    file: str
    name: str
    span: Span
    lines: Span
    origin: Origin
    of_entry: bool
    reason: str


class PreviewDocument(NamedTuple):
    """The preview of an operator (`add.Tensor`) as a text, with its sections in order."""

    operator: str
    text: str
    sections: tuple[MappedSection, ...]


class SectionChange(NamedTuple):
    """A section that is other than before, with where both versions stem from; None where one is not there."""

    file: str
    name: str
    before: MappedSection | None
    after: MappedSection | None


class PreviewDiff(NamedTuple):
    """What changes in generated text: a unified diff, empty without a change, and the sections at fault."""

    text: str
    changes: tuple[SectionChange, ...]


def operators_at(snapshot: Snapshot, file: FileRole, offset: int) -> tuple[MatchedFunction, ...]:
    """The functions whose C++ the entry at an offset decides: a function itself; a derivatives entry's own function
    first, then the variants that inherit it."""
    if file == "tags":
        return ()
    cursor = cursor_at(snapshot, file, offset)
    if file == "derivatives" and cursor.placed is not None:
        found = reached(snapshot, cursor.placed)
        if found:
            return found
    return () if cursor.function is None else (snapshot.matched(cursor.function),)


def preview_document(snapshot: Snapshot, matched: MatchedFunction) -> PreviewDocument:
    """The preview of a function."""
    found = preview(snapshot, matched)
    parts: list[str] = [*_head(found)]
    length = sum(map(len, parts)) + len(parts)
    sections: list[MappedSection] = []
    file = ""
    for part in found.parts:
        if part.file != file:
            file = part.file
            parts += ["", f"// {file}"]
            length += len(file) + 5
        for section in part.sections:
            span = Span(length, length + len(section.text))
            quoted = snapshot.document(section.origin.file).text[slice(*section.origin.span)]
            why = reason(file, section, quoted)
            sections.append(MappedSection(file, section.name, span, span, section.origin, section.of_entry, why))
            parts.append(section.text)
            length = span.end + 1
    text = "\n".join([*parts, ""])
    return PreviewDocument(matched.function.func.name.text, text, _with_lines(text, sections))


def _head(found: Preview) -> Iterator[str]:
    yield f"// {_one_line(found.schema)}"
    if found.entry_operator is None:
        yield "// no derivatives entry"
    else:
        yield f"// derivatives entry: {'its own' if found.exact else f'inherited from {found.entry_operator}'}"
    if not found.complete:
        yield "// the generator refuses it; this is what it would be"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _with_lines(text: str, sections: Sequence[MappedSection]) -> tuple[MappedSection, ...]:
    table = LineTable.of(text)
    found: list[MappedSection] = []
    for section in sections:
        first, last = table.position(section.span.start).line, table.position(section.span.end).line
        found.append(section._replace(lines=Span(first, last + 1)))
    return tuple(found)


def source_at(document: PreviewDocument, offset: int) -> MappedSection | None:
    """The section at an offset of a preview; None for its comments and blank lines."""
    starts = [section.span.start for section in document.sections]
    at = bisect_right(starts, offset) - 1
    if at < 0 or offset > document.sections[at].span.end:
        return None
    return document.sections[at]


def sections_from(document: PreviewDocument, file: FileRole, span: Span) -> tuple[MappedSection, ...]:
    """The sections of a preview that stem from what a span of a file touches (an empty span is a cursor)."""
    found: list[MappedSection] = []
    for section in document.sections:
        origin = section.origin
        if origin.file == file and origin.span.start <= span.end and span.start <= origin.span.end:
            found.append(section)
    return tuple(found)


def preview_diff(old: Snapshot, new: Snapshot, operator: str) -> PreviewDiff:
    """How the generated text of an operator, or of all of its overloads, changes from one snapshot to another."""
    before = {found.function.func.name.text: preview_document(old, found) for found in find_operators(old, operator)}
    after = {found.function.func.name.text: preview_document(new, found) for found in find_operators(new, operator)}
    texts: list[str] = []
    changes: list[SectionChange] = []
    seen: set[tuple[str, tuple[_Line, ...], tuple[_Line, ...]]] = set()
    for name in {**after, **before}:
        for file, was, now in _changed_files(before.get(name), after.get(name)):
            # Overloads share the node that they inherit.
            if (file, was.lines, now.lines) not in seen:
                seen.add((file, was.lines, now.lines))
                part = _file_diff(file, was, now)
                texts += part.lines
                changes += part.changes
    return PreviewDiff("".join([line + "\n" for line in texts]), tuple(changes))


class _Line(NamedTuple):
    """A line of a section; lines are the same only within sections of one name."""

    section: str
    text: str


class _FileDiff(NamedTuple):
    lines: list[str]
    changes: list[SectionChange]


class _FileText(NamedTuple):
    """What one generated file gets, line by line, with the section of each line."""

    lines: tuple[_Line, ...] = ()
    sections: tuple[MappedSection, ...] = ()


def _file_texts(document: PreviewDocument | None) -> dict[str, _FileText]:
    if document is None:
        return {}
    found: dict[str, _FileText] = {}
    for file in dict.fromkeys([section.file for section in document.sections]):
        sections = [section for section in document.sections if section.file == file]
        texts = [document.text[slice(*section.span)].split("\n") for section in sections]
        lines = [_Line(section.name, line) for section, text in zip(sections, texts) for line in text]
        owners = [section for section, text in zip(sections, texts) for _ in text]
        found[file] = _FileText(tuple(lines), tuple(owners))
    return found


def _changed_files(
    old: PreviewDocument | None, new: PreviewDocument | None
) -> Iterator[tuple[str, _FileText, _FileText]]:
    """The generated files that an operator's text is not the same in, with both texts."""
    before, after = _file_texts(old), _file_texts(new)
    for file in sorted({*before, *after}, key=_file_order):
        was, now = before.get(file, _FileText()), after.get(file, _FileText())
        if was.lines != now.lines:
            yield file, was, now


def _file_order(file: str) -> tuple[bool, bool, str]:
    return file.startswith("Functions"), not file.endswith(".h"), file


def _file_diff(file: str, old: _FileText, new: _FileText) -> _FileDiff:
    from difflib import SequenceMatcher  # a slow import

    lines = [f"--- {file if old.lines else _NOWHERE}", f"+++ {file if new.lines else _NOWHERE}"]
    changes: dict[SectionChange, None] = {}
    for group in SequenceMatcher(None, old.lines, new.lines).get_grouped_opcodes(_CONTEXT):
        names: dict[str, None] = {}
        body: list[str] = []
        for tag, old_start, old_end, new_start, new_end in group:
            if tag == "equal":
                body += [f" {line.text}" for line in old.lines[old_start:old_end]]
                continue
            gone, come = old.sections[old_start:old_end], new.sections[new_start:new_end]
            changes.update(dict.fromkeys(_changes(gone, come)))
            names.update(dict.fromkeys([section.name for section in (*gone, *come)]))
            body += [f"-{line.text}" for line in old.lines[old_start:old_end]]
            body += [f"+{line.text}" for line in new.lines[new_start:new_end]]
        ranges = f"-{_range(group[0][1], group[-1][2])} +{_range(group[0][3], group[-1][4])}"
        lines += [f"@@ {ranges} @@ {', '.join(names)}", *body]
    return _FileDiff(lines, list(changes))


def _changes(gone: Sequence[MappedSection], come: Sequence[MappedSection]) -> Iterator[SectionChange]:
    """Sections of one name belong together in their order."""
    old, new = list(dict.fromkeys(gone)), list(dict.fromkeys(come))
    for name in dict.fromkeys([section.name for section in (*old, *new)]):
        before = [section for section in old if section.name == name]
        after = [section for section in new if section.name == name]
        for at in range(max(len(before), len(after))):
            first = before[at] if at < len(before) else None
            second = after[at] if at < len(after) else None
            yield SectionChange((first or second or gone[0]).file, name, first, second)


def _range(start: int, end: int) -> str:
    """A range of lines as unified diffs write it."""
    length = end - start
    first = start + 1 if length else start
    return str(first) if length == 1 else f"{first},{length}"

"""`--preview`: the C++ that is generated for an operator, as text."""

from __future__ import annotations

from collections.abc import Iterator

from vt_core.ide.preview import (
    Origin,
    Preview,
    PreviewSection,
    find_operators,
    is_unreadable,
    nearest_operators,
    preview,
)
from vt_lsp.problems import InputProblem
from vt_lsp.project import Project
from vt_lsp.render.style import Style, one_line, printable

# Of a formula that a section stems from, so much is quoted.
_MOST_QUOTED = 60


def previews(project: Project, name: str) -> tuple[Preview, ...]:
    """The previews of all overloads that a name means. Raises `InputProblem` for an unknown one."""
    snapshot = project.snapshot
    found = find_operators(snapshot, name)
    if found:
        return tuple([preview(snapshot, matched) for matched in found])
    if is_unreadable(snapshot, name):
        raise InputProblem(f"{name}: its entry in native_functions.yaml has errors; --check shows them")
    nearest = nearest_operators(snapshot, name)
    hint = f"; did you mean {' or '.join(nearest)}?" if nearest else ""
    raise InputProblem(f"{name}: no such operator in {project.sources['native_functions'].name}{hint}")


def render(found: tuple[Preview, ...], project: Project, style: Style, *, provenance: bool) -> str:
    """The previews one after the other; with `provenance` each section says where it stems from."""
    return "\n".join(["\n".join([*_lines(one, project, style, provenance), ""]) for one in found])


def _lines(one: Preview, project: Project, style: Style, provenance: bool) -> Iterator[str]:
    yield style.paint(f"// {printable(one.schema)}", "strong")
    yield _comment(f"declared in {_place(one.function, project)}", style)
    if one.entry is not None:
        how = "its own" if one.exact else f"inherited from {one.entry_operator}"
        yield _comment(f"derivatives entry in {_place(one.entry, project)} ({how})", style)
    if not one.complete:
        yield _comment("the generator refuses it: see --check", style)
    file = ""
    for part in one.parts:
        if part.file != file:
            yield ""
            yield _comment(part.file, style)
        file = part.file
        for section in part.sections:
            if provenance:
                yield _provenance(section, project, style)
            yield section.text


def _provenance(section: PreviewSection, project: Project, style: Style) -> str:
    origin = section.origin
    why = f"{section.name}: {_place(origin, project)}"
    if not section.of_entry:
        quoted = one_line(" ".join(project.sources[origin.file].text[slice(*origin.span)].split()))
        why += f": {quoted[:_MOST_QUOTED]}{'…' if len(quoted) > _MOST_QUOTED else ''}"
    indent = section.text[: len(section.text) - len(section.text.lstrip(" "))]
    return indent + _comment(why, style)


def _place(origin: Origin, project: Project) -> str:
    source = project.sources[origin.file]
    at = source.lines.position(origin.span.start)
    return f"{printable(source.name)}:{at.line + 1}:{at.column + 1}"


def _comment(text: str, style: Style) -> str:
    return style.paint(f"// {text}", "frame")

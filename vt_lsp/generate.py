"""`--generate`: the files that the generator writes, from the same templates."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from vt_core.codegen.files import MatchedFunction, generated_files, template_names, template_problems
from vt_core.codegen.selective_build import ALL_OPERATORS, Selection, read_selection
from vt_core.codegen.template_files import GeneratedFile, Templates
from vt_core.dialects.dialect import Dialect
from vt_core.text.lines import LineTable
from vt_lsp.problems import InputProblem
from vt_lsp.project import Project
from vt_lsp.reading import read_text
from vt_lsp.workspace import absolute, shown


def read_templates(folder: str | None, project: Project) -> Templates:
    """The templates that a release needs, of a folder whose name stands in the generated files as given; without one of
    the folder beside derivatives.yaml, named as the generator names it. Raises `InputProblem`."""
    dialect = project.snapshot.dialect
    needed = template_names(dialect)
    path = project.templates if folder is None and project.templates is not None else absolute(folder or "")
    shown_as = folder or shown(path, as_absolute=False)
    if not path.is_dir():
        raise InputProblem(f"{shown_as}: no such folder; --templates names the one with {', '.join(needed)}")
    names = [name for name in needed if os.path.lexists(path / name)]
    # Read as the generator reads them, all line breaks alike.
    texts = {name: _universal_newlines(read_text(path / name, f"{shown_as}/{name}")) for name in names}
    templates = Templates(texts, folder or _named_by_generator(path, dialect))
    problems = template_problems(templates, dialect)
    if problems:
        raise InputProblem("\n".join([f"template {problem}" for problem in problems]))
    return templates


def _named_by_generator(folder: Path, dialect: Dialect) -> str:
    """A folder of templates as the generator names it in the files: since 2.x as it is reached from `torchgen`."""
    place = "/".join(folder.parts[-3:])
    if place == "packaged/autograd/templates" or (place == "tools/autograd/templates" and dialect.family == "1.8"):
        return place
    return f"../{place}" if place == "tools/autograd/templates" else shown(folder, as_absolute=False)


def read_operators(name: str | None, dialect: Dialect) -> Selection:
    """The selection of a file, all operators without one. Raises `InputProblem`."""
    if name is None:
        return ALL_OPERATORS
    text = read_text(absolute(name), name)
    reading = read_selection(text, dialect.family)
    if reading.selection is not None:
        return reading.selection
    lines = LineTable.of(text)
    places = [(lines.position(problem.span.start), problem.message) for problem in reading.problems]
    raise InputProblem("\n".join([f"{name}:{at.line + 1}:{at.column + 1}: {message}" for at, message in places]))


def generate(project: Project, templates: Templates, selection: Selection) -> Iterator[GeneratedFile]:
    """The files one by one. The project has nothing that the generator refuses."""
    snapshot = project.snapshot
    functions = [MatchedFunction(found.function, found.keyed) for found in snapshot.functions]
    infos = [(node.info, node.node_name) for node in snapshot.nodes]
    return generated_files(functions, infos, templates, snapshot.dialect, selection)


def _universal_newlines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")

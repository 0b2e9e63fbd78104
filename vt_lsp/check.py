"""`--check`: findings told, counted, mended, or put into a baseline."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from vt_lsp.options import PLAIN_FORMATS, Format, Options
from vt_lsp.project import Project
from vt_lsp.render.style import Style
from vt_lsp.render.summary import notes_of, summary
from vt_lsp.report import Report, Selection, make_report

# One format's module is loaded, no other.
_MODULES = {"json": "json_", "json-lines": "json_lines"}


class Checked:
    """What `--check` found and did: the reports, the results, and notes for the messages."""

    def __init__(self, reports: Sequence[Report]) -> None:
        self.reports = list(reports)
        self.out = ""
        self.notes: list[str] = []


def find(options: Options, projects: Sequence[Project], selection: Selection) -> Checked:
    """The findings that are wanted, after the fixes that are. Raises `InputProblem`."""
    if options.fix:
        checked = _fix(options, projects, selection)
    else:
        checked = Checked([make_report(project, selection) for project in projects])
    if options.since is not None:
        from vt_lsp.since import brought_since  # only for those who ask

        checked.reports = brought_since(options.since, checked.reports, selection)
    if options.baseline is not None:
        from vt_lsp.baseline import read_baseline, without
        from vt_lsp.workspace import absolute

        known = read_baseline(options.baseline)
        checked.reports = without(checked.reports, known, absolute(options.baseline).parent)
    if options.write_baseline is not None:
        from vt_lsp.baseline import write_baseline

        count = write_baseline(options.write_baseline, checked.reports)
        checked.notes.append(f"{options.write_baseline}: {count} findings written")
        checked.reports = [report._replace(findings=()) for report in checked.reports]
    return checked


def _fix(options: Options, projects: Sequence[Project], selection: Selection) -> Checked:
    from vt_lsp.fixing import differences, fixed, write_fixes

    found = [fixed(project, selection, unsafe=options.unsafe) for project in projects]
    pairs = [(before, after.report.project) for before, after in zip(projects, found)]
    count = sum([one.made for one in found])
    checked = Checked([one.report for one in found])
    if options.dry_run:
        checked.out = "".join([differences(before, after) for before, after in pairs])
        checked.notes.append(f"{_fixes(count)} would be made")
    else:
        files = write_fixes(pairs)
        checked.notes.append(f"{_fixes(count)} made in {files} {'file' if files == 1 else 'files'}")
    return checked


def _fixes(count: int) -> str:
    return f"{count} {'fix' if count == 1 else 'fixes'}"


def results(options: Options, checked: Checked, style: Style) -> str:
    """What is printed as the result."""
    if options.dry_run:
        return checked.out
    if options.statistics:
        from vt_lsp.render import statistics

        out = statistics.render(checked.reports, style)
    else:
        out = rendered(options.format, checked.reports, style)
    if options.quiet or not (options.statistics or is_plain(options.format)):
        return out
    return out + summary(checked.reports, style)


def notes(options: Options, checked: Checked) -> list[str]:
    """What is said beside the results."""
    told = options.dry_run or not (options.statistics or is_plain(options.format))
    return [*checked.notes, *(notes_of(checked.reports) if told else [])]


def is_plain(format_: Format) -> bool:
    """Whether people read it, so that a summary may follow."""
    return format_ in PLAIN_FORMATS


def rendered(format_: Format, reports: Sequence[Report], style: Style) -> str:
    """The reports in a format."""
    module = import_module(f"vt_lsp.render.{_MODULES.get(format_, format_)}")
    return str(module.render(reports, style))

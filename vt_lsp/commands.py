"""What each mode of the command line does: options in, an exit code and texts out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from vt_core.analysis.findings import Finding
from vt_core.syntax.yaml_text import reads_slowly
from vt_lsp import progress
from vt_lsp.check import Checked, find, is_plain, notes, rendered, results
from vt_lsp.console import Console
from vt_lsp.inputs import check_rule, open_projects, rule_selection
from vt_lsp.options import Options
from vt_lsp.project import Project
from vt_lsp.render.summary import notes_of, summary
from vt_lsp.report import Report, refused

_SLOW_LOADER = "this PyYAML has no C loader (libyaml); reading the files takes about ten times as long"


class Outcome(NamedTuple):
    """How a command ended: its exit code, the results and the messages. `paged`: on a terminal the results are shown
    page by page."""

    code: int
    out: str = ""
    err: str = ""
    paged: bool = False


def run(options: Options, console: Console) -> Outcome:
    """Do what the options say. Raises `InputProblem`."""
    if options.mode in ("explain", "rules"):
        return _about_rules(options, console)
    if options.mode == "diff":
        return _diff(options, console)
    with progress.shown_after(console, 1.0, "vt-lsp: reading and checking the files"):
        projects, settings_notes = open_projects(options)
        if options.mode == "check":
            checked = find(options, projects, rule_selection(options))
    if options.mode == "check":
        outcome = _check(options, checked, console)
    elif options.mode == "dump":
        outcome = _dump(options, projects[0], console)
    elif options.mode == "preview":
        outcome = _preview(options, projects[0], console)
    else:
        outcome = _generate(options, projects[0], console)
    said = "".join([f"{console.err_style.paint('warning:', 'warning')} {note}\n" for note in settings_notes])
    return outcome._replace(err=said + outcome.err)


def _about_rules(options: Options, console: Console) -> Outcome:
    from vt_lsp.rule_pages import explanation, rules_json, rules_table

    if options.mode == "explain":
        check_rule(options.rule)
        return Outcome(0, explanation(options.rule))
    return Outcome(0, rules_json() if options.format == "json" else rules_table(console.style))


def _check(options: Options, checked: Checked, console: Console) -> Outcome:
    out = results(options, checked, console.style)
    err = "" if options.quiet else _messages(notes(options, checked), console)
    return Outcome(_exit_code(options, checked.reports), out, err)


def _exit_code(options: Options, reports: Sequence[Report]) -> int:
    counted = ("error", "warning") if options.error_on_warning else ("error",)
    found = any(report.count(severity) for report in reports for severity in counted)
    return 1 if found and not options.exit_zero else 0


def _dump(options: Options, project: Project, console: Console) -> Outcome:
    from vt_lsp.dump import dump_lines

    errors = refused(project)
    return Outcome(
        1 if errors else 0, "".join(dump_lines(project.snapshot)), _errors(options, project, errors, console)
    )


def _preview(options: Options, project: Project, console: Console) -> Outcome:
    from vt_lsp.preview import previews, render

    found = previews(project, options.operator)
    complete = all(one.complete for one in found)
    out = render(found, project, console.style, provenance=options.provenance)
    return Outcome(0 if complete else 1, out, _errors(options, project, (), console))


def _generate(options: Options, project: Project, console: Console) -> Outcome:
    from vt_lsp.generate import generate, read_operators, read_templates
    from vt_lsp.output import write_files
    from vt_lsp.workspace import absolute

    templates = read_templates(options.templates, project)
    selection = read_operators(options.operators_yaml, project.snapshot.dialect)
    errors = refused(project)
    if errors:
        reports = [Report(project, errors)]
        out = rendered(options.format, reports, console.style)
        closing = "" if options.quiet or not is_plain(options.format) else summary(reports, console.style)
        return Outcome(1, out + closing, _messages(["nothing was written"], console))
    files: list[tuple[str, str]] = []
    for file in generate(project, templates, selection):
        progress.show(console, f"vt-lsp: generating {file.path}")
        files.append((file.path, file.text))
    written = write_files(absolute(options.folder), files, options.folder)
    progress.clear(console)
    changed, same = len(written.changed), len(written.unchanged)
    said = f"{options.folder}: {changed} of {changed + same} files written, {same} were up to date\n"
    return Outcome(0, "" if options.quiet else said, _errors(options, project, (), console))


def _diff(options: Options, console: Console) -> Outcome:
    from vt_lsp.diff import rendered as review_rendered
    from vt_lsp.diff import reviewed

    with progress.shown_after(console, 1.0, "vt-lsp: comparing what is generated"):
        found = reviewed(options)
        out = review_rendered(options.format, found, console.style)
        notes = [] if options.quiet or options.format == "json" else found.notes
    code = 1 if found.review.has(options.fail_on) and not options.exit_zero else 0
    return Outcome(code, out, _messages(notes, console), options.format == "full")


def _errors(options: Options, project: Project, errors: tuple[Finding, ...], console: Console) -> str:
    """The errors that leave something out of the results, and what limits their worth."""
    report = Report(project, errors)
    listed = rendered("concise", [report], console.err_style)
    return listed if options.quiet else listed + _messages(notes_of([report]), console)


def _messages(notes: Sequence[str], console: Console) -> str:
    style = console.err_style
    lines = [f"{style.paint('note:', 'strong')} {note}\n" for note in notes]
    if reads_slowly():
        lines.append(f"{style.paint('warning:', 'warning')} {_SLOW_LOADER}\n")
    return "".join(lines)

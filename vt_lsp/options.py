"""The options of the command line. Nothing here loads more than argparse: `--help` answers at once."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Literal, NamedTuple, get_args

from vt_core import __version__

Mode = Literal["check", "dump", "preview", "generate", "diff", "explain", "rules", "stdio"]
Format = Literal[
    "full",
    "concise",
    "grouped",
    "json",
    "json-lines",
    "sarif",
    "github",
    "gitlab",
    "junit",
    "lintrunner",
    "markdown",
    "html",
]
# Those that people read, and that a summary may follow.
PLAIN_FORMATS: tuple[Format, ...] = ("full", "concise", "grouped", "github")
ColorChoice = Literal["auto", "always", "never"]

# What a change can mean, as `vt_core.review.effects` names it; `any` is any change of the C++ at all.
EFFECT_KINDS = ("gradient", "memory", "inplace", "view", "registration", "schema", "refused", "any")
_DIFF_FORMATS = ("full", "concise", "json", "markdown", "html")

_USAGE = """\
vt-lsp --check [options] [PATH ...]
       vt-lsp --preview OPERATOR [--provenance] [options] [PATH]
       vt-lsp --generate DIR [--templates DIR] [options] [PATH]
       vt-lsp --dump [options] [PATH]
       vt-lsp --diff [REV | REV1..REV2] [--fail-on KINDS] [options] [PATH]
       vt-lsp --diff --old PATH [--new PATH] [--fail-on KINDS] [options]
       vt-lsp --explain RULE | --rules | --help | --version
       vt-lsp --stdio [--log FILE]"""
_DESCRIPTION = """\
Checks native_functions.yaml and derivatives.yaml as PyTorch's autograd code
generator reads them, and shows what it would generate."""
_EPILOG = """\
examples:
  vt-lsp --check                      check the checkout that this folder lies in
  vt-lsp --check --format json PATH   … that PATH lies in, for a program
  vt-lsp --preview add.Tensor         show the C++ that is generated for an operator
  vt-lsp --diff HEAD~1                show what the last commit changes in the C++
  vt-lsp --explain unknown-type       show a rule's page

exit codes: 0 no errors found, 1 errors found, 2 bad usage or unreadable input, 101 internal error, 130 interrupted
"""


class Options(NamedTuple):
    """The command line, read. `operator`, `folder` and `rule` belong to their modes, `""` elsewhere."""

    mode: Mode
    paths: tuple[str, ...]
    native_functions: str | None
    derivatives: str | None
    tags: str | None
    impl_path: str | None
    installed_torch: bool
    dialect: str | None
    format: Format
    color: ColorChoice
    stdin_filename: str | None
    quiet: bool
    select: tuple[str, ...] | None
    ignore: tuple[str, ...]
    error_on_warning: bool
    fix: bool
    unsafe: bool
    dry_run: bool
    statistics: bool
    baseline: str | None
    write_baseline: str | None
    since: str | None
    hints: bool
    exit_zero: bool
    operator: str
    provenance: bool
    folder: str
    templates: str | None
    operators_yaml: str | None
    revision: str
    old: str | None
    new: str | None
    fail_on: tuple[str, ...]
    rule: str
    log: str | None


def make_parser() -> argparse.ArgumentParser:
    """The parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="vt-lsp",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        usage=_USAGE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
        add_help=False,
    )
    _add_modes(parser)
    _add_input(parser)
    _add_output(parser)
    _add_check_options(parser)
    _add_mode_options(parser)
    about = parser.add_argument_group("about vt-lsp")
    about.add_argument("-h", "--help", action="help", help="print this text")
    about.add_argument("--version", action="version", version=f"vt-lsp {__version__}", help="print the version")
    return parser


def _add_modes(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("what to do (one of these)")
    modes = group.add_mutually_exclusive_group(required=True)
    modes.add_argument("--check", action="store_true", help="report what is wrong in the files")
    modes.add_argument("--preview", metavar="OPERATOR", help="print the C++ generated for add, add.Tensor …")
    modes.add_argument("--generate", metavar="DIR", help="write the generated files into a folder")
    modes.add_argument("--dump", action="store_true", help="print all that is generated, one JSON object a line")
    modes.add_argument(
        "--diff",
        metavar="REV",
        nargs="?",
        const=True,
        help="show what changes in the C++ since a revision of git (default: HEAD), or between REV1..REV2",
    )
    modes.add_argument("--explain", metavar="RULE", help="print the page of a rule")
    modes.add_argument("--rules", action="store_true", help="list all rules")
    modes.add_argument("--stdio", action="store_true", help="be a language server on standard input and output")


def _add_input(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("input")
    group.add_argument(
        "paths",
        nargs="*",
        metavar="PATH",
        help="a folder of a checkout, or one of its files, or a backend's (default: this folder); - is standard input",
    )
    group.add_argument("--native-functions", metavar="FILE", help="native_functions.yaml, wherever it is")
    group.add_argument("--derivatives", metavar="FILE", help="derivatives.yaml, wherever it is")
    group.add_argument("--tags", metavar="FILE", help="tags.yaml, wherever it is")
    group.add_argument("--impl-path", metavar="FILE", help="the C++ file that defines the kernels of a backend's file")
    group.add_argument(
        "--installed-torch",
        action="store_true",
        help="the files of an installed torch: of the Python environment PATH (default: the active one)",
    )
    group.add_argument("--stdin-filename", metavar="FILE", help="the file that standard input stands for")
    group.add_argument("--dialect", metavar="RELEASE", help="the PyTorch release, such as 1.8 or 2.15 (default: found)")


def _add_output(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("output")
    group.add_argument("--format", choices=get_args(Format), default="full", help="of findings and rules")
    group.add_argument("--color", choices=("auto", "always", "never"), default="auto", help="(default: auto)")
    group.add_argument("--quiet", action="store_true", help="print results only: no summary, no notes")
    group.add_argument("--select", metavar="RULES", action="append", help="only these rules (parted by commas)")
    group.add_argument("--ignore", metavar="RULES", action="append", help="all but these rules")
    group.add_argument("--error-on-warning", action="store_true", help="exit with 1 if there are warnings")
    group.add_argument("--exit-zero", action="store_true", help="exit with 0 even if there are errors")


def _add_check_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("with --check")
    group.add_argument("--fix", action="store_true", help="make the safe fixes in the files, then tell what is left")
    group.add_argument("--unsafe", action="store_true", help="with --fix: also those that may mean something else")
    group.add_argument("--dry-run", action="store_true", help="with --fix: print the changes as a diff, write nothing")
    group.add_argument("--hints", action="store_true", help="show hints too, which formats for people leave out")
    group.add_argument("--statistics", action="store_true", help="how often each rule is found, instead of findings")
    group.add_argument("--baseline", metavar="FILE", help="leave out the findings that this file lists")
    group.add_argument("--write-baseline", metavar="FILE", help="list all findings in a file, and tell none")
    group.add_argument("--since", metavar="REVISION", help="only findings that git's revision does not have")


def _add_mode_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("with --preview and --generate")
    group.add_argument("--provenance", action="store_true", help="say for each section what it stems from")
    group.add_argument(
        "--templates", metavar="DIR", help="the folder of the template files (default: beside derivatives.yaml)"
    )
    group.add_argument("--operators-yaml", metavar="FILE", help="the operators of a selective build")
    diff = parser.add_argument_group("with --diff")
    diff.add_argument("--old", metavar="PATH", help="the old side: a folder, in place of a revision")
    diff.add_argument("--new", metavar="PATH", help="the new side: a folder (default: this folder)")
    diff.add_argument(
        "--fail-on", metavar="KINDS", action="append", help=f"exit with 1 on any of {', '.join(EFFECT_KINDS)}"
    )
    server = parser.add_argument_group("with --stdio")
    server.add_argument("--log", metavar="FILE", help="append what the server does to a file")


def read_options(parser: argparse.ArgumentParser, arguments: Sequence[str] | None) -> Options:
    """The options given. Exits with 2 and a message for those that do not go together."""
    given = parser.parse_args(arguments)
    mode = _mode(given)
    complaint = _complaint(given, mode)
    if complaint:
        parser.error(complaint)
    return Options(
        mode=mode,
        paths=tuple(given.paths),
        native_functions=given.native_functions,
        derivatives=given.derivatives,
        tags=given.tags,
        impl_path=given.impl_path,
        installed_torch=given.installed_torch,
        dialect=given.dialect,
        format=given.format,
        color=given.color,
        stdin_filename=given.stdin_filename,
        quiet=given.quiet,
        select=None if given.select is None else _listed(given.select),
        ignore=_listed(given.ignore or ()),
        error_on_warning=given.error_on_warning,
        fix=given.fix,
        unsafe=given.unsafe,
        dry_run=given.dry_run,
        statistics=given.statistics,
        baseline=given.baseline,
        write_baseline=given.write_baseline,
        since=given.since,
        hints=given.hints,
        exit_zero=given.exit_zero,
        operator=given.preview or "",
        provenance=given.provenance,
        folder=given.generate or "",
        templates=given.templates,
        operators_yaml=given.operators_yaml,
        revision="HEAD" if given.diff is True else given.diff or "",
        old=given.old,
        new=given.new,
        fail_on=_listed(given.fail_on or ()),
        rule=given.explain or "",
        log=given.log,
    )


def _mode(given: argparse.Namespace) -> Mode:
    if given.preview is not None:
        return "preview"
    if given.generate is not None:
        return "generate"
    if given.diff is not None:
        return "diff"
    if given.explain is not None:
        return "explain"
    if given.stdio:
        return "stdio"
    return "check" if given.check else "dump" if given.dump else "rules"


def _complaint(given: argparse.Namespace, mode: Mode) -> str:
    """What does not go together, `""` if all does."""
    named = given.native_functions is not None or given.derivatives is not None
    if mode in ("explain", "rules", "stdio") and (given.paths or named or given.installed_torch):
        return f"--{mode} takes no files"
    if mode != "check" and len(given.paths) > 1:
        return f"--{mode} takes one PATH"
    # Backends' files may go with native_functions.yaml.
    alone = given.derivatives is None and mode == "check" and all(_may_be_backend(path) for path in given.paths)
    if named and not alone and [path for path in given.paths if path != "-"]:
        return "give either PATH or --native-functions and --derivatives"
    if ("-" in given.paths) != (given.stdin_filename is not None):
        return "- (standard input) and --stdin-filename need each other"
    if "-" in given.paths and len(given.paths) > 1:
        return "- (standard input) goes with no other PATH"
    if given.installed_torch and (named or "-" in given.paths):
        return "--installed-torch goes with no other files"
    if mode != "generate" and (given.templates is not None or given.operators_yaml is not None):
        return "--templates and --operators-yaml belong to --generate"
    checking = (given.fix, given.statistics, given.baseline, given.write_baseline, given.since)
    if mode != "check" and any(checking):
        return "--fix, --statistics, --baseline, --write-baseline and --since belong to --check"
    if (given.unsafe or given.dry_run) and not given.fix:
        return "--unsafe and --dry-run belong to --fix"
    if given.fix and "-" in given.paths:
        return "--fix writes files, and - is standard input"
    if mode != "stdio" and given.log is not None:
        return "--log belongs to --stdio"
    if mode != "preview" and given.provenance:
        return "--provenance belongs to --preview"
    if (given.select and not _listed(given.select)) or (given.ignore and not _listed(given.ignore)):
        return "--select and --ignore take rules, parted by commas"
    if "" in (given.preview, given.generate, given.explain, given.diff, *given.paths):
        return "an empty name"
    return _diff_complaint(given, mode)


def _diff_complaint(given: argparse.Namespace, mode: Mode) -> str:
    """What does not go together with `--diff`, or without it."""
    sides = given.old is not None or given.new is not None
    if mode != "diff":
        if sides or given.fail_on:
            return "--old, --new and --fail-on belong to --diff"
        return f"--format {given.format} belongs to --diff" if given.format in ("markdown", "html") else ""
    if given.format not in _DIFF_FORMATS:
        return f"--diff has no --format {given.format}"
    if sides and (given.old is None or given.diff is not True or given.paths):
        return "--diff takes a revision and PATH, or --old PATH and --new PATH"
    unknown = [kind for kind in _listed(given.fail_on or ()) if kind not in EFFECT_KINDS]
    return f"--fail-on {unknown[0]}: known are {', '.join(EFFECT_KINDS)}" if unknown else ""


def _may_be_backend(path: str) -> bool:
    return path.endswith((".yaml", ".yml"))


def _listed(values: Sequence[str]) -> tuple[str, ...]:
    names = [name.strip() for value in values for name in value.split(",")]
    return tuple([name for name in names if name])

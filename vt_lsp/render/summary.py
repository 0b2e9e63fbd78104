"""What stands below the findings: how many there are, by which release's rules, and what was not checked."""

from __future__ import annotations

from collections.abc import Sequence

from vt_core.dialects.detection import Detection
from vt_lsp.render.style import Style, one_line
from vt_lsp.report import Report

_PLURALS = {"error": "errors", "warning": "warnings", "information": "remarks", "hint": "hints"}


def summary(reports: Sequence[Report], style: Style) -> str:
    """The last lines of the formats for people."""
    counts = {severity: sum([report.count(severity) for report in reports]) for severity in _PLURALS}
    said = [_counted(count, severity) for severity, count in counts.items() if count]
    if not counts["error"]:
        said.insert(0, "no errors")
    files = len({report.source(finding.file).name for report in reports for finding in report.findings})
    if not files:
        files = 2 * len(reports)
    releases = ", ".join(dict.fromkeys([report.project.detection.dialect.release for report in reports]))
    line = f"{', '.join(said)} in {files} {'file' if files == 1 else 'files'} (PyTorch {releases})"
    hidden = sum([report.hidden for report in reports])
    more = [f"{_counted(hidden, 'hint')} not shown; --hints shows them"] if hidden else []
    notes = [f"{style.paint('note:', 'strong')} {note}" for note in [*notes_of(reports), *more]]
    return "\n".join([style.paint(line, "strong"), *notes, ""])


def notes_of(reports: Sequence[Report]) -> list[str]:
    """What limits the findings' worth."""
    notes = [_release_note(report.project.detection) for report in reports]
    generators = [report.project.stated for report in reports]
    notes += [note for stated in generators if stated is not None for note in (stated.news, stated.doubt)]
    notes += [_off_note(report.off) for report in reports]
    return [note for note in dict.fromkeys(notes) if note]


def _counted(count: int, severity: str) -> str:
    return (
        f"{count} {'remark' if severity == 'information' else severity}"
        if count == 1
        else f"{count} {_PLURALS[severity]}"
    )


def _release_note(detection: Detection) -> str:
    release = detection.dialect.release
    doubt = f"checked by the rules of {release}, so what the generator would refuse is only a warning"
    if detection.named and not detection.exact:
        return f"{detection.source} says {one_line(detection.named)}, a release that is not known here: {doubt}"
    if not detection.exact:
        return f"the files look newer than {release}: {doubt}"
    if detection.source == "contents" and detection.named:
        return f"version.txt says {one_line(detection.named)}, but derivatives.yaml is that of {release}"
    if detection.source in ("contents", "default"):
        how = "from what the files contain" if detection.source == "contents" else "for want of a version.txt"
        return f"the release was guessed {how}; --dialect sets it"
    return ""


def _off_note(off: Sequence[str]) -> str:
    if not off:
        return ""
    rules = ", ".join(off) if len(off) <= 5 else f"{len(off)} rules"
    return f"switched off, although the generator refuses what they find: {rules}"

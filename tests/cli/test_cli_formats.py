"""The formats for other programs, read by those programs' own models where there are some."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from junitparser import JUnitXml
from sarif_pydantic import Sarif

from tests.cli.command import DERIVATIVES, NATIVE, Run

COUNT = 14


def check(vt_lsp: Run, folder: Path, format_: str, *more: str) -> str:
    run = vt_lsp("--check", "--format", format_, *more, cwd=folder)
    assert run.returncode in (0, 1), run.stderr
    return run.stdout


def test_json_lines_say_what_json_says(vt_lsp: Run, mistakes: Path) -> None:
    lines = check(vt_lsp, mistakes, "json-lines").splitlines()
    assert [json.loads(line) for line in lines] == json.loads(check(vt_lsp, mistakes, "json"))


def test_grouped_names_each_file_once(vt_lsp: Run, mistakes: Path) -> None:
    out = check(vt_lsp, mistakes, "grouped")
    assert [line for line in out.splitlines() if line in (NATIVE, DERIVATIVES)] == [DERIVATIVES, NATIVE]
    assert len(re.findall(r"^ +\d+:\d+  error\[", out, re.MULTILINE)) == COUNT
    assert f"{COUNT} errors in 2 files" in out


def sarif(vt_lsp: Run, folder: Path) -> Any:
    log = json.loads(check(vt_lsp, folder, "sarif"))
    Sarif.model_validate(log)
    (run,) = log["runs"]
    return run


def test_sarif(vt_lsp: Run, mistakes: Path) -> None:
    run = sarif(vt_lsp, mistakes)
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert len(run["results"]) == COUNT
    for result in run["results"]:
        assert rules[result["ruleIndex"]] == result["ruleId"]
        (location,) = result["locations"]
        place = location["physicalLocation"]
        assert place["artifactLocation"]["uri"] in (NATIVE, DERIVATIVES)
        region = place["region"]
        assert (region["endLine"], region["endColumn"]) > (region["startLine"], region["startColumn"])
    fixed = [result for result in run["results"] if "fixes" in result]
    assert fixed
    for result in fixed:
        assert all(change["replacements"] for fix in result["fixes"] for change in fix["artifactChanges"])


def test_sarif_of_nothing(vt_lsp: Run, clean: Path) -> None:
    assert sarif(vt_lsp, clean)["results"] == []


def test_sarif_counts_utf16_units(vt_lsp: Run, clean: Path) -> None:
    (clean / NATIVE).write_text("- func: wash(Tensor self) -> Tensor # \n- {tag: '\U0001d11e', fanc: 1}\n", "utf-8")
    (clean / DERIVATIVES).write_text("[]\n")
    (result,) = [r for r in sarif(vt_lsp, clean)["results"] if r["ruleId"] == "missing-field"]
    region = result["locations"][0]["physicalLocation"]["region"]
    assert (region["startLine"], region["startColumn"]) == (2, 4)


def fingerprints(vt_lsp: Run, folder: Path) -> list[str]:
    return sorted(one["partialFingerprints"]["vtLsp/v1"] for one in sarif(vt_lsp, folder)["results"])


def test_fingerprints_do_not_depend_on_lines(vt_lsp: Run, mistakes: Path) -> None:
    before = fingerprints(vt_lsp, mistakes)
    assert len(set(before)) == COUNT
    for name in (NATIVE, DERIVATIVES):
        file = mistakes / name
        file.write_text("# one more line\n\n" + file.read_text("utf-8"), "utf-8")
    assert fingerprints(vt_lsp, mistakes) == before


def test_gitlab(vt_lsp: Run, mistakes: Path) -> None:
    """Every field that GitLab asks for (Code Quality report format)."""
    issues = json.loads(check(vt_lsp, mistakes, "gitlab"))
    assert len(issues) == COUNT
    assert len({issue["fingerprint"] for issue in issues}) == COUNT
    for issue in issues:
        assert issue["severity"] in ("info", "minor", "major", "critical", "blocker")
        assert issue["location"]["path"] in (NATIVE, DERIVATIVES)
        assert issue["location"]["lines"]["begin"] >= 1
        assert issue["description"]
        assert issue["check_name"]


@pytest.mark.parametrize("arguments", [(), ("--select", "unknown-type")])
def test_junit(vt_lsp: Run, mistakes: Path, arguments: tuple[str, ...]) -> None:
    suites = JUnitXml.fromstring(check(vt_lsp, mistakes, "junit", *arguments).encode())
    assert [suite.name for suite in suites] == [NATIVE, DERIVATIVES]
    assert sum(suite.failures for suite in suites) == (1 if arguments else COUNT)
    for suite in suites:
        assert suite.tests == len(list(suite))


def test_lintrunner_gets_one_patch_a_file(vt_lsp: Run, mistakes: Path) -> None:
    """The fields of lintrunner's `LintMessage`; it refuses two patches of one file."""
    messages = [json.loads(line) for line in check(vt_lsp, mistakes, "lintrunner").splitlines()]
    for message in messages:
        assert sorted(message) == sorted(
            ["path", "line", "char", "code", "severity", "name", "original", "replacement", "description"]
        )
        assert message["severity"] in ("error", "warning", "advice", "disabled")
        assert Path(message["path"]).is_file()
    assert len([message for message in messages if message["line"] is not None]) == COUNT
    patched = [message for message in messages if message["replacement"] is not None]
    assert sorted(Path(message["path"]).name for message in patched) == ["derivatives.yaml", "native_functions.yaml"]
    for message in patched:
        assert message["original"] == Path(message["path"]).read_text("utf-8")
        Path(message["path"]).write_text(message["replacement"], "utf-8")
    left = check(vt_lsp, mistakes, "lintrunner").splitlines()
    assert not [line for line in left if json.loads(line)["replacement"] is not None]


def test_statistics(vt_lsp: Run, mistakes: Path) -> None:
    out = check(vt_lsp, mistakes, "full", "--statistics")
    assert re.search(r"^     1    1 safe  error\[unknown-type\] ", out, re.MULTILINE)
    assert sum(int(count) for count in re.findall(r"^ +(\d+) ", out, re.MULTILINE)) == COUNT

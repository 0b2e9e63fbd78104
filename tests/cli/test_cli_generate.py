"""`--generate`, `--dump` and `--preview`, and how files are written."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.cli.command import DERIVATIVES, NATIVE, Run
from vt_lsp.output import write_files
from vt_lsp.problems import InputProblem

FILES = {"Functions.cpp", "Functions.h", "VariableType.h", "VariableTypeEverything.cpp"} | {
    f"VariableType_{shard}.cpp" for shard in range(5)
}


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_generate(vt_lsp: Run, clean: Path, templates: Path) -> None:
    arguments = ("--generate", "made/by us", "--templates", "../templates")
    result = vt_lsp(*arguments, cwd=clean)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == "made/by us: 9 of 9 files written, 0 were up to date\n"
    out = clean / "made" / "by us"
    assert names(out) == FILES
    assert (out / "Functions.h").read_text().startswith("// @generated from ../templates/Functions.h\nstruct TORCH_API")
    before = {path.name: path.stat().st_mtime_ns for path in out.iterdir()}
    (out / "Functions.h").write_text("outdated")
    result = vt_lsp(*arguments, cwd=clean)
    assert result.stdout == "made/by us: 1 of 9 files written, 8 were up to date\n"
    changed = {path.name for path in out.iterdir() if path.stat().st_mtime_ns != before[path.name]}
    assert changed == {"Functions.h"}
    assert names(out) == FILES


def test_generate_writes_nothing_where_the_generator_stops(vt_lsp: Run, mistakes: Path, templates: Path) -> None:
    result = vt_lsp("--generate", "out", "--templates", "../templates", cwd=mistakes)
    assert result.returncode == 1
    assert "14 errors in 2 files (PyTorch 1.8.1)\n" in result.stdout
    assert result.stderr == "note: nothing was written\n"
    assert not (mistakes / "out").exists()


def test_generate_for_selected_operators(vt_lsp: Run, clean: Path, templates: Path) -> None:
    (clean / "selected.yaml").write_text("operators:\n  aten::tame_: {}\n")
    arguments = ("--generate", "out", "--templates", "../templates", "--operators-yaml", "selected.yaml", "--quiet")
    result = vt_lsp(*arguments, cwd=clean)
    assert (result.returncode, result.stdout) == (0, "")
    everything = (clean / "out" / "VariableTypeEverything.cpp").read_text()
    assert everything.count("m.impl(") == 1
    assert '"tame_"' in everything


def test_files_get_the_permissions_of_new_files_or_keep_their_own(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_files(tmp_path, [("new", "1"), ("old", "1")], "here")
        assert (tmp_path / "new").stat().st_mode & 0o777 == 0o640
        (tmp_path / "old").chmod(0o604)
        write_files(tmp_path, [("old", "2")], "here")
        assert (tmp_path / "old").stat().st_mode & 0o777 == 0o604
    finally:
        os.umask(before)


def test_a_file_that_cannot_be_written_leaves_all_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "first").write_text("old")
    (tmp_path / "second").mkdir()
    with pytest.raises(InputProblem, match="second: a folder, where a file is to be written"):
        write_files(tmp_path, [("first", "new"), ("second", "new")], "here")
    assert (tmp_path / "first").read_text() == "old"
    assert names(tmp_path) == {"first", "second"}


def test_a_disk_that_fills_up_leaves_all_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "first").write_text("old")
    whole = os.fdopen
    opened: list[int] = []

    def full(descriptor: int, mode: str) -> object:
        opened.append(descriptor)
        if len(opened) > 1:
            os.close(descriptor)
            raise OSError(28, "No space left on device")
        return whole(descriptor, mode)

    monkeypatch.setattr(os, "fdopen", full)
    with pytest.raises(InputProblem, match="here: cannot be written: No space left on device"):
        write_files(tmp_path, [("first", "new"), ("second", "new")], "here")
    assert (tmp_path / "first").read_text() == "old"
    assert names(tmp_path) == {"first"}


def test_links_are_written_through(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    write_files(tmp_path, [("link", "new")], "here")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"


FUNCTION_KEYS = {
    "kind",
    "name",
    "schema",
    "strategy",
    "entry",
    "exact",
    "node",
    "variable_type",
    "registration",
    "inplace_or_view",
}


def test_dump(vt_lsp: Run, clean: Path) -> None:
    result = vt_lsp("--dump", cwd=clean)
    assert (result.returncode, result.stderr) == (0, "")
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    functions = {row["name"]: row for row in rows if row["kind"] == "function"}
    nodes = {row["op"]: row for row in rows if row["kind"] == "node"}
    assert len(functions) == 19
    assert {frozenset(row) for row in functions.values()} == {frozenset(FUNCTION_KEYS)}
    assert {frozenset(row) for row in nodes.values()} == {
        frozenset(("kind", "op", "entry", "declaration", "definition"))
    }
    out = functions["soft_gate.out"]
    assert (out["entry"], out["exact"], out["strategy"]) == ("soft_gate", False, "use_derived")
    assert out["node"] == {"Default": "SoftGateBackward"}
    curve = functions["gate_curve"]
    assert (curve["entry"], curve["exact"], curve["strategy"], curve["node"]) == (None, None, "use_type", {})
    assert curve["variable_type"] is curve["registration"] is curve["inplace_or_view"] is None
    assert nodes["SoftGateBackward"]["entry"] == "soft_gate"


def test_dump_leaves_out_what_cannot_be_generated(vt_lsp: Run, mistakes: Path) -> None:
    result = vt_lsp("--dump", cwd=mistakes)
    assert result.returncode == 1
    assert len(result.stderr.splitlines()) == 14
    named = {json.loads(line).get("name") for line in result.stdout.splitlines()}
    assert {"soft_gate", "paired_sway_", "unfold_tiles"} & named == {"soft_gate"}


def test_preview(vt_lsp: Run, clean: Path) -> None:
    result = vt_lsp("--preview", "soft_gate", cwd=clean)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.count("m.impl(") == 2
    assert '"soft_gate.out"' in result.stdout
    assert result.stdout.startswith("// soft_gate(Tensor self, Tensor gate, *, Scalar sharpness=1) -> Tensor\n")
    one = vt_lsp("--preview", "aten::soft_gate.out", cwd=clean).stdout
    assert one.count("m.impl(") == 1
    assert f"// derivatives entry in {DERIVATIVES}:4:9 (inherited from soft_gate)\n" in one


def test_provenance(vt_lsp: Run, clean: Path) -> None:
    text = vt_lsp("--preview", "soft_gate.out", "--provenance", cwd=clean).stdout
    lines = text.splitlines()
    assert f"  // increment_version: {NATIVE}:15:9" in lines
    assert f"  // dispatch: {NATIVE}:17:5: CPU: soft_gate_out_cpu CUDA: soft_gate_out_cuda" in lines
    at = lines.index(f"  // derivative: {DERIVATIVES}:5:9: grad.mul(gate_curve(gate, sharpness))")
    assert lines[at + 1] == "  if (should_compute_output({ self_ix })) {"
    plain = vt_lsp("--preview", "soft_gate.out", cwd=clean).stdout.splitlines()
    kept = [line for line in plain if not line.startswith("// ")]
    assert [line for line in lines if not line.lstrip().startswith("// ")] == kept


def test_preview_of_what_the_generator_refuses(vt_lsp: Run, mistakes: Path) -> None:
    result = vt_lsp("--preview", "fold_tiles", cwd=mistakes)
    assert result.returncode == 1
    assert "// the generator refuses it: see --check\n" in result.stdout

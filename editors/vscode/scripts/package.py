"""Makes the extension's VSIX: `python3 scripts/package.py [--target linux-x64 | --all]`, after `npm ci`.

The universal one, without a target, runs everywhere; those of a platform read YAML quicker.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
from pathlib import Path

import bundle

EXTENSION = bundle.EXTENSION


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the extension's VSIX")
    parser.add_argument("--target", choices=sorted(bundle.PLATFORMS), help="for this platform")
    parser.add_argument("--all", action="store_true", help="the universal one and those of all platforms")
    given = parser.parse_args()
    for target in [None, *bundle.PLATFORMS] if given.all else [given.target]:
        print(package(target))


def package(target: str | None) -> Path:
    """Build, bundle and pack; returns the VSIX."""
    bundle.bundle(target)
    subprocess.run(["node", "scripts/build.mjs"], cwd=EXTENSION, check=True)
    shutil.copy(bundle.ROOT / "LICENSE", EXTENSION / "LICENSE")
    readme = EXTENSION / "dist" / "README.md"
    readme.write_text(_without_pictures((EXTENSION / "README.md").read_text(encoding="utf-8")), encoding="utf-8")
    made = EXTENSION / "dist" / f"vt-lsp-{target or 'universal'}.vsix"
    vsce = [str(EXTENSION / "node_modules" / ".bin" / "vsce"), "package", "--no-dependencies"]
    options = ["--allow-missing-repository", "--no-rewrite-relative-links", "--readme-path", "dist/README.md"]
    chosen = [] if target is None else ["--target", target]
    subprocess.run([*vsce, *options, *chosen, "--out", str(made)], cwd=EXTENSION, check=True)
    return made


def _without_pictures(readme: str) -> str:
    """The pictures lie outside of the extension, and its page in the editor cannot show them."""
    return re.sub(r"\n!\[[^]]*\]\([^)]*\)\n", "\n", readme)


if __name__ == "__main__":
    main()

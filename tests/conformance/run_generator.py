"""A release's own generator, in a process of its own: `python run_generator.py ROOT CASES`.

ROOT holds `torchgen/` of the release. CASES is a JSON file with a list of cases: `native_functions`, `derivatives` and
`tags` are texts, `out` a folder for the files or null. Prints a JSON list: what was refused, null for what was not.
"""

import contextlib
import json
import os
import sys
import tempfile

ROOT, CASES = sys.argv[1:]
sys.path.insert(0, ROOT)
sys.dont_write_bytecode = True
# Files name the script that wrote them, PyTorch's own.
__file__ = ROOT + "/tools/setup_helpers/generate_code.py"

from torchgen import gen  # noqa: E402
from torchgen.api import cpp  # noqa: E402
from torchgen.api.autograd import match_differentiability_info  # noqa: E402
from torchgen.packaged.autograd import (  # noqa: E402
    gen_autograd_functions,
    gen_inplace_or_view_type,
    gen_variable_type,
    load_derivatives,
)

try:
    from torchgen.packaged.autograd import gen_view_funcs
except ImportError:  # before 2.3
    gen_view_funcs = None

TEMPLATES = ROOT + "/torchgen/packaged/autograd/templates"


def generate(native, derivatives, tags, out):
    """All that is compared, as `gen_autograd` makes it. The generator remembers what it has read by path."""
    for known in ("_GLOBAL_PARSE_NATIVE_YAML_CACHE", "_GLOBAL_PARSE_TAGS_YAML_CACHE"):
        getattr(gen, known, {}).clear()
    load_derivatives._GLOBAL_LOAD_DERIVATIVE_CACHE.clear()
    infos, keys = load_derivatives.load_derivatives(derivatives, native, tags)
    functions = sorted(gen.parse_native_yaml(native, tags).native_functions, key=lambda f: cpp.name(f.func))
    matched = match_differentiability_info(functions, infos)
    gen_variable_type.gen_variable_type(out, native, tags, matched, TEMPLATES, keys)
    gen_inplace_or_view_type.gen_inplace_or_view_type(out, native, tags, matched, TEMPLATES)
    gen_autograd_functions.gen_autograd_functions_lib(out, infos, TEMPLATES)
    if gen_view_funcs is not None:
        gen_view_funcs.gen_view_funcs(out, matched, TEMPLATES)


def refusal(case):
    """What the generator says against a case, None for nothing."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, role + ".yaml") for role in ("native_functions", "derivatives", "tags")]
        for path in paths:
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write(case[os.path.basename(path)[: -len(".yaml")]])
        out = case["out"] or os.path.join(folder, "out")
        os.makedirs(out, exist_ok=True)
        try:
            with contextlib.redirect_stdout(sys.stderr):
                generate(*paths, out)
        except Exception as error:
            said = str(error).replace(folder + os.sep, "").splitlines()
            return f"{type(error).__name__}: {' '.join(said)[:300]}"
    return None


with open(CASES, encoding="utf-8") as stream:
    print(json.dumps([refusal(case) for case in json.load(stream)]))

"""A release's own generator for backends, in a process of its own: `python run_backend_generator.py ROOT CASES`.

ROOT holds `torchgen/` of the release. CASES is a JSON file with a list of cases: `backend` is the text of a backend's
file, `kernels` that of its C++ file or null. Prints a JSON list: what was refused, null for what was not.
"""

import json
import os
import sys
import tempfile

ROOT, CASES = sys.argv[1:]
sys.path.insert(0, ROOT)
sys.dont_write_bytecode = True

import yaml  # noqa: E402
from torchgen import gen, gen_backend_stubs, gen_lazy_tensor  # noqa: E402

NATIVE = ROOT + "/torchgen/packaged/ATen/native"
PARSED = gen.parse_native_yaml(NATIVE + "/native_functions.yaml", NATIVE + "/tags.yaml")
GROUPED = gen.get_grouped_native_functions(PARSED.native_functions)


def is_lazy(path):
    """Whether a file is one for gen_lazy_tensor, which reads more of it."""
    with open(path, encoding="utf-8") as file:
        return not {"full_codegen", "ir_gen", "non_native"}.isdisjoint(yaml.safe_load(file))


def generate(path, kernels):
    """As far as both generators read a backend's file."""
    parsed = gen_backend_stubs.parse_backend_yaml(path, GROUPED, dict(PARSED.backend_indices))
    full_codegen = gen_lazy_tensor.parse_native_functions_keys(path, GROUPED)[0] if is_lazy(path) else []
    if kernels is None or parsed.backend_key is None:
        return
    index = parsed.backend_indices[parsed.backend_key]
    class_name = parsed.class_name
    if class_name is None:
        class_name = index.native_function_class_name()
    gen_backend_stubs.error_on_missing_kernels(
        PARSED.native_functions,
        parsed.backend_indices,
        parsed.backend_key,
        parsed.autograd_key,
        class_name,
        kernels,
        full_codegen,
    )


def refusal(case):
    """What the generator says against a case, None for nothing."""
    with tempfile.TemporaryDirectory() as folder:
        paths = {}
        for name, text in case.items():
            paths[name] = None if text is None else os.path.join(folder, name)
            if text is not None:
                with open(paths[name], "w", encoding="utf-8", newline="") as file:
                    file.write(text)
        try:
            generate(paths["backend"], paths["kernels"])
        except Exception as error:
            said = str(error).replace(folder + os.sep, "").splitlines()
            return f"{type(error).__name__}: {' '.join(said)[:300]}"
    return None


with open(CASES, encoding="utf-8") as stream:
    print(json.dumps([refusal(case) for case in json.load(stream)]))

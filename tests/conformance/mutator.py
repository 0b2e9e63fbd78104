"""Random faults in small pairs that are cut out of a whole one."""

from __future__ import annotations

import random
import re

from tests.conformance.generators import Texts
from vt_core.syntax.nodes import FileRole

_ENTRY = re.compile(r"^- (?:func|name):[ \t]*['\"]?(?:\w+::)?(\w+)")
_TOKEN = re.compile(r"\w+(?:\[\d*\])?|\S")
_FILES: tuple[FileRole, FileRole] = ("native_functions", "derivatives")

# Words with a meaning to the generator, in places where they may have none.
_WORDS = """
    self result grad grads grads[0] grads[1] self_t self_p other_p out _ Tensor Tensor? Tensor[] int SymInt float
    Scalar str bool[2] Generator? (a!) (a) (a|->|*) ? [] * =1 =None Tensor(a!)|out CPU CUDA Meta Default AutogradCUDA
    CompositeImplicitAutograd CompositeExplicitAutograd CompositeExplicitAutogradNonFunctional non_differentiable
    auto_linear auto_element_wise output_differentiability:|[False] output_differentiability:|[True,|False] True False
    method function core view_copy inplace_view nondeterministic_seeded structured:|True device_check:|NoCheck
    python_module:|nn dispatch: variants:|method self.sizes() self.sym_sizes() self.size(0) self.sym_strides()
    zeros_like(self) wrap_opt_if(self,|grad_input_mask[0]) retain_variables () Tensor|low rand like new_ autogen:
    not_implemented("x")
    """
WORDS = tuple(word.replace("|", " ") for word in _WORDS.split())


def cut(texts: Texts, names: int, source: random.Random) -> dict[FileRole, str]:
    """A pair with all entries of some operators, chosen at random; tags are kept whole."""
    parts = {file: re.split(r"^(?=- )", texts[file], flags=re.MULTILINE)[1:] for file in _FILES}
    roots = {file: [_root(part) for part in parts[file]] for file in _FILES}
    chosen = set(source.sample(sorted(set(roots["derivatives"]) - {""}), names))
    small = {
        file: "".join(part for part, root in zip(parts[file], roots[file]) if root in chosen or root == "")
        for file in _FILES
    }
    return {**texts, **small}


def mutated(texts: Texts, source: random.Random) -> dict[FileRole, str]:
    """The pair with one fault, seldom two. It may happen to be none."""
    result = dict(texts)
    for _ in range(source.choice((1, 1, 1, 2))):
        file = source.choice(_FILES)
        result[file] = _with_fault(result[file], source)
    return result


def _root(entry: str) -> str:
    """What an operator's name has in common with those of its variants."""
    found = _ENTRY.match(entry)
    if found is None:
        return ""
    name = found[1].removeprefix("_foreach_").strip("_")
    return re.sub(r"(_copy|_inverse|_scatter|_out|_symint)+$", "", name)


def _with_fault(text: str, source: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    # Comments and empty lines are no place for a fault.
    at = source.choice([number for number, line in enumerate(lines) if line.partition("#")[0].strip()])
    kind = source.random()
    if kind < 0.72:
        lines[at] = _with_token_fault(lines[at], lines, source)
    elif kind < 0.8:
        del lines[at]
    elif kind < 0.88:
        lines.insert(at, f"  {source.choice(WORDS)}: {source.choice(WORDS)}\n")
    elif kind < 0.94:
        lines.insert(source.randrange(len(lines)), lines[at])
    else:
        other = source.randrange(len(lines))
        lines[at], lines[other] = lines[other], lines[at]
    return "".join(lines)


def _with_token_fault(line: str, lines: list[str], source: random.Random) -> str:
    """A line with a word replaced, left out, put in, or changed for one of another line."""
    start, end = source.choice([found.span() for found in _TOKEN.finditer(line)])
    kind = source.random()
    if kind < 0.4:
        return line[:start] + source.choice(WORDS) + line[end:]
    if kind < 0.6:
        return line[:start] + line[end:]
    if kind < 0.8:
        return line[:start] + source.choice(WORDS) + source.choice((", ", " ", "")) + line[start:]
    others = _TOKEN.findall(source.choice(lines)) or [""]
    return line[:start] + source.choice(others) + line[end:]

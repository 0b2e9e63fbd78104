"""Functions that C++ sources of the workspace declare: what formulas call besides operators, and kernels.

Formulas call the functions of `torch/csrc/autograd/FunctionsManual.h` and `.cpp` by their bare names; `dispatch` names
functions of `aten/src/ATen/native`. The sources are read by their look: no preprocessor runs, and what is half typed
costs the function that it stands in.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from vt_core.text.lines import LineTable, Position
from vt_core.text.spans import Span


class Parameter(NamedTuple):
    """A parameter: its type and name as written (`""` for no name), its default or None."""

    type: str
    name: str
    default: str | None


class Helper(NamedTuple):
    """A function declared or defined at namespace level.

    `declaration` is its head on one line, without comments, body and semicolon; `comment` what the comment right above
    says, `""` without one. `file` is whatever the caller calls the file. `line` and `column` (code points, from 0) are
    where its name starts, `start` and `end` where the whole of it does, with its body.
    """

    name: str
    declaration: str
    parameters: tuple[Parameter, ...]
    file: str
    line: int
    column: int
    start: Position
    end: Position
    is_definition: bool
    comment: str = ""

    @property
    def return_type(self) -> str:
        """What stands before the name: `at::Tensor`."""
        return self.declaration[: self.declaration.find(f"{self.name}(")].strip()


Helpers = Mapping[str, tuple[Helper, ...]]

# What is no code: blanked out, so that offsets stay. A raw string ends at its own mark.
_NO_CODE = r"""
    //[^\n]* | /\*[\s\S]*?(?:\*/|\Z)
  | (?:u8|[uUL])?R"(?P<mark>[^()\\\s"]{0,16})\([\s\S]*?(?:\)(?P=mark)"|\Z)
  | "(?:[^"\\\n]|\\[\s\S])*"? | '(?:[^'\\\n]|\\.[0-7xa-fA-F]*)'
  | ^[ \t]*\#(?:[^\\\n]|\\[\s\S])*
"""
_MARKS = re.compile(r"[(){};]")
_NAMESPACE = re.compile(r"\s*(?:inline\s+)?namespace\b[\w\s:]*\Z|\s*extern\s*\Z")
# The name and its bracket after a type; what may follow the brackets of a function's head.
_HEAD = re.compile(r"(?P<type>[\w:<>,*&\s\[\].()]*?[\w>*&\s])(?<![\w:])(?P<name>[A-Za-z_]\w*)\s*\(")
_TAIL = re.compile(r"\s*(?:(?:const|noexcept|override|final|&&?)\s*)*(?:->[\w:<>,*&\s]+)?\Z")
_NO_TYPES = frozenset(
    (
        *("return", "if", "while", "for", "switch", "else", "do", "new", "delete", "throw", "using", "typedef", "goto"),
        *("case", "co_return", "struct", "class", "enum", "union", "friend", "operator", "static_assert"),
    )
)
_LAST_OF_TYPE = frozenset(
    (
        *("const", "volatile", "int", "long", "short", "unsigned", "signed", "char", "bool", "float", "double", "void"),
        *("auto", "size_t", "Tensor", "Scalar"),
    )
)
# Kernels that a macro defines: TORCH_IMPL_FUNC(add_out)(const Tensor& self, …) { … }
_MACROS = re.compile(r"\b(?:TORCH_IMPL_FUNC|TORCH_META_FUNC)\s*\(\s*(\w+)\s*\)\s*\(")


def read_helpers(texts: Mapping[str, str]) -> dict[str, tuple[Helper, ...]]:
    """The functions of C++ sources (their texts by file) by name; overloads in the order of files and lines."""
    found: dict[str, list[Helper]] = {}
    for file, text in texts.items():
        for helper in functions_of(file, text):
            found.setdefault(helper.name, []).append(helper)
    return {name: tuple(helpers) for name, helpers in found.items()}


def functions_of(file: str, text: str) -> tuple[Helper, ...]:
    """The functions that a source declares or defines at namespace level, in file order."""
    code = _code_of(text)
    lines = LineTable.of(text)
    found: list[Helper] = []
    for statement, end, body in _statements(code):
        helper = _function(file, lines, code, statement, end, body)
        if helper is not None:
            found.append(helper)
    return tuple(found)


def kernel_definitions(file: str, text: str, names: Collection[str]) -> tuple[Helper, ...]:
    """Where a source defines kernels of these names, also by `TORCH_IMPL_FUNC`; in file order."""
    if not any(name in text for name in names):
        return ()
    found = [helper for helper in functions_of(file, text) if helper.is_definition and helper.name in names]
    if "TORCH_IMPL_FUNC" in text or "TORCH_META_FUNC" in text:
        found += _macro_definitions(file, text, names)
        found.sort(key=_place)
    return tuple(found)


def _place(helper: Helper) -> tuple[int, int]:
    return helper.line, helper.column


def _code_of(text: str) -> str:
    """The text with comments, strings and preprocessor lines blanked out."""
    return re.compile(_NO_CODE, re.VERBOSE | re.MULTILINE).sub(_blank, text)


def _blank(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", found[0])


def _statements(code: str) -> Iterator[tuple[Span, int, bool]]:
    """The statements at namespace level: each up to its `;` or `{`, where all of it ends, and whether it has a body."""
    marks = [found.start() for found in _MARKS.finditer(code)]
    start, index, depth = 0, 0, 0
    while index < len(marks):
        at = marks[index]
        mark = code[at]
        if mark in "()":
            depth = depth + 1 if mark == "(" else max(0, depth - 1)
        elif mark == "}":
            start, depth = at + 1, 0
        elif mark == ";":
            if depth == 0 or code.startswith("\n", at + 1):
                yield Span(start, at), at + 1, False
                start, depth = at + 1, 0
        elif depth == 0:
            if _NAMESPACE.match(code, start, at):
                start = at + 1
            else:
                end = _end_of_body(code, marks, index)
                yield Span(start, at), end, True
                start = end
                index = bisect_right(marks, end - 1) - 1
        index += 1


def _end_of_body(code: str, marks: list[int], index: int) -> int:
    """Behind the brace that closes the one at a mark; a brace in the first column closes everything."""
    depth = 0
    for at in marks[index:]:
        if code[at] == "{":
            depth += 1
        elif code[at] == "}":
            depth -= 1
            if depth == 0 or code[at - 1] == "\n":
                return at + 1
    return len(code)


def _function(file: str, lines: LineTable, code: str, statement: Span, end: int, body: bool) -> Helper | None:
    """The function that a statement declares, None if it is something else."""
    start = statement.start
    while start < statement.end and code[start].isspace():
        start += 1
    start = _template_end(code, start, statement.end)
    found = _HEAD.match(code, start, statement.end)
    if found is None or not found["type"].strip() or "(" in found["type"].replace("__attribute__((", ""):
        return None
    words = set(re.findall(r"\w+", found["type"]))
    if words & _NO_TYPES or found["name"] in _NO_TYPES:
        return None
    closing = closing_bracket(code, found.end() - 1, statement.end)
    if closing is None or not _TAIL.match(code, closing + 1, statement.end):
        return None
    name = found.start("name")
    return _helper(file, lines, found["name"], name, Span(start, end), Span(found.end(), closing), body)


def _helper(
    file: str, lines: LineTable, name: str, at: int, whole: Span, inside: Span, body: bool, head: str | None = None
) -> Helper:
    text = lines.text
    parameters = read_parameters(_without_comments(text[inside.start : inside.end]))
    written = _one_line(text[whole.start : inside.end + 1]) if head is None else head
    position = lines.position(at)
    return Helper(
        name,
        re.sub(r" ?\( ?", "(", written, count=1) if head is None else written,
        parameters,
        file,
        position.line,
        position.column,
        lines.position(whole.start),
        lines.position(whole.end),
        body,
        _comment_above(text, whole.start),
    )


def _template_end(code: str, start: int, end: int) -> int:
    """Behind `template <…>`, for types are looked for from there."""
    found = re.compile(r"template\s*<").match(code, start, end)
    if found is None:
        return start
    depth = 1
    for mark in re.compile(r"[<>]").finditer(code, found.end(), end):
        depth += 1 if mark[0] == "<" else -1
        if depth == 0:
            at = mark.end()
            while at < end and code[at].isspace():
                at += 1
            return at
    return end


def closing_bracket(code: str, opening: int, end: int) -> int | None:
    """The offset of the bracket that closes the one at `opening`, None if none does before `end`."""
    depth = 0
    for mark in re.compile(r"[()]").finditer(code, opening, end):
        depth += 1 if mark[0] == "(" else -1
        if depth == 0:
            return mark.start()
    return None


def read_parameters(text: str) -> tuple[Parameter, ...]:
    """The parameters of a list without its brackets; `void` is none."""
    parts = [part for part in _split(text) if part.strip()]
    if len(parts) == 1 and parts[0].strip() == "void":
        return ()
    return tuple([_parameter(_one_line(part)) for part in parts])


def _split(text: str) -> Iterator[str]:
    """The parts between the outermost commas."""
    start = depth = 0
    for mark in re.compile(r'"(?:[^"\\]|\\.)*"|->|[(\[{<>}\]),]').finditer(text):
        if mark[0] in "([{<":
            depth += 1
        elif mark[0] in ")]}>":
            depth -= 1
        elif mark[0] == "," and depth <= 0:
            yield text[start : mark.start()]
            start = mark.end()
    yield text[start:]


def _parameter(text: str) -> Parameter:
    declared, equals, default = text.partition("=")
    declared = declared.strip()
    found = re.search(r"(?<![\w:])[A-Za-z_]\w*\Z", declared)
    before = "" if found is None else declared[: found.start()].strip()
    # A lone type, or `const Tensor`, has no name.
    if found is None or not before or (found[0] in _LAST_OF_TYPE and before.rstrip("&* ").split()[-1:] == ["const"]):
        return Parameter(declared, "", default.strip() if equals else None)
    return Parameter(before, found[0], default.strip() if equals else None)


def _without_comments(text: str) -> str:
    return re.sub(r"//[^\n]*|/\*[\s\S]*?\*/", " ", text) if "/" in text else text


def _one_line(text: str) -> str:
    """A piece of code on one line, without comments."""
    return " ".join(_without_comments(text).split())


def _comment_above(text: str, start: int) -> str:
    """What the comment that ends on the line above says, without its marks."""
    lines: list[str] = []
    end = text.rfind("\n", 0, start) + 1
    while end > 0:
        begin = text.rfind("\n", 0, end - 1) + 1
        line = text[begin : end - 1].strip()
        if not line.startswith("//"):
            break
        lines.append(line.lstrip("/!").strip())
        end = begin
    if lines or not text[:start].rstrip().endswith("*/"):
        return "\n".join(reversed(lines)).strip()
    block = text[text.rfind("/*", 0, start) : start].strip()
    return "\n".join([line.strip().strip("*").strip() for line in block[2:-2].splitlines()]).strip()


def _macro_definitions(file: str, text: str, names: Collection[str]) -> Iterator[Helper]:
    code = _code_of(text)
    lines = LineTable.of(text)
    for found in _MACROS.finditer(code):
        closing = closing_bracket(code, found.end() - 1, len(code))
        brace = None if closing is None else code.find("{", closing)
        if found[1] not in names or closing is None or brace is None or code[closing + 1 : brace].strip():
            continue
        marks = [mark.start() for mark in _MARKS.finditer(code, brace)]
        whole = Span(found.start(), _end_of_body(code, marks, 0) if marks else len(code))
        inside = Span(found.end(), closing)
        head = f"{_one_line(found[0][:-1])}({_one_line(text[inside.start : inside.end])})"
        yield _helper(file, lines, found[1], found.start(1), whole, inside, True, head)

"""The operators that a selective build keeps (the file of `--operators-yaml`; the generator's `selective_build`)."""

from __future__ import annotations

from collections.abc import Mapping as MappingOf
from typing import NamedTuple

from vt_core.dialects.dialect import Family
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.nodes import Mapping, Node, Scalar, Sequence
from vt_core.syntax.yaml_text import read_yaml
from vt_core.text.spans import Span

_TOP_LEVEL: dict[Family, tuple[str, ...]] = {
    "1.8": ("include_all_kernel_dtypes", "include_all_operators", "debug_info", "operators", "kernel_metadata"),
    "2.x": (
        *("include_all_non_op_selectives", "include_all_operators", "debug_info", "operators", "kernel_metadata"),
        *("et_kernel_metadata", "custom_classes", "build_features"),
    ),
}
_OPERATOR = ("name", "is_root_operator", "is_used_for_training", "include_all_overloads", "debug_info")
_TRUE_TEXTS = ("yes", "true", "on")


class SelectedOperator(NamedTuple):
    """What the file says of one operator; without an overload in its name it may stand for all of them."""

    used_for_training: bool
    all_overloads: bool


_NOT_LISTED = SelectedOperator(False, False)


class Selection(NamedTuple):
    """The operators of a build by their names with the namespace (`aten::add.Tensor`)."""

    all_operators: bool
    operators: MappingOf[str, SelectedOperator]

    def is_for_training(self, f: NativeFunction) -> bool:
        """Whether the function's methods are generated."""
        if self.all_operators:
            return True
        name = f"{f.namespace}::{f.func.name}"
        own = self.operators.get(name, _NOT_LISTED)
        base = self.operators.get(name.partition(".")[0], _NOT_LISTED)
        if own is _NOT_LISTED and not base.all_overloads:
            return False
        return own.used_for_training or (base.all_overloads and base.used_for_training)


ALL_OPERATORS = Selection(True, {})


class SelectionProblem(NamedTuple):
    """What the generator refuses in the file, and where (code points)."""

    message: str
    span: Span


class SelectionReading(NamedTuple):
    """The selection, None where the generator refuses the file, and why."""

    selection: Selection | None
    problems: tuple[SelectionProblem, ...]


def read_selection(text: str, family: Family) -> SelectionReading:
    """Read the file as a family has it. All of its problems come back at once."""
    reading = read_yaml(text)
    if reading.problem is not None:
        return SelectionReading(None, (SelectionProblem(reading.problem.message, reading.problem.span),))
    if not isinstance(reading.node, Mapping):
        span = Span(0, 0) if reading.node is None else reading.node.span
        return SelectionReading(None, (SelectionProblem("expected a mapping of settings", span),))
    problems: list[SelectionProblem] = []
    fields = _fields(reading.node, _TOP_LEVEL[family], problems)
    all_operators = _flag(fields, "include_all_operators", False, problems)
    for flag in ("include_all_kernel_dtypes", "include_all_non_op_selectives"):
        _flag(fields, flag, False, problems)
    _check_list(fields, "debug_info", problems)
    _pairs(fields, "et_kernel_metadata", problems)
    for name in ("custom_classes", "build_features"):
        listed = fields.get(name)
        if isinstance(listed, Scalar) and listed.kind != "str":
            problems.append(SelectionProblem(f"`{name}` must be a list", listed.span))
    for _, dtypes in _pairs(fields, "kernel_metadata", problems):
        if isinstance(dtypes, Scalar) and dtypes.kind != "str":
            problems.append(SelectionProblem("the dtypes of a kernel must be a list", dtypes.span))
    operators: dict[str, SelectedOperator] = {}
    for key, value in _pairs(fields, "operators", problems):
        operators[key.value if isinstance(key, Scalar) else ""] = _operator(key, value, problems)
    if problems:
        return SelectionReading(None, tuple(problems))
    return SelectionReading(Selection(all_operators, operators), ())


def _operator(key: Node, value: Node, problems: list[SelectionProblem]) -> SelectedOperator:
    if not isinstance(value, Mapping):
        problems.append(SelectionProblem("an operator needs a mapping, if only an empty one: {}", value.span))
        return _NOT_LISTED
    fields = _fields(value, _OPERATOR, problems)
    name = fields.get("name")
    if name is not None and _plain(name) != _plain(key):
        problems.append(SelectionProblem("`name` differs from the key that the operator stands under", name.span))
    _check_list(fields, "debug_info", problems)
    _flag(fields, "is_root_operator", True, problems)
    return SelectedOperator(
        _flag(fields, "is_used_for_training", True, problems),
        _flag(fields, "include_all_overloads", True, problems),
    )


def _plain(node: Node) -> tuple[str, str]:
    return (node.kind, node.value) if isinstance(node, Scalar) else ("node", str(node))


def _fields(node: Mapping, known: tuple[str, ...], problems: list[SelectionProblem]) -> dict[str, Node]:
    """The mapping's values by their keys; of a key that stands twice the last."""
    fields: dict[str, Node] = {}
    for key, value in node.pairs:
        if isinstance(key, Scalar) and key.kind == "str" and key.value in known:
            fields[key.value] = value
        else:
            name = key.value if isinstance(key, Scalar) else ""
            problems.append(SelectionProblem(f"unexpected key `{name}`, expected one of {', '.join(known)}", key.span))
    return fields


def _flag(fields: MappingOf[str, Node], name: str, default: bool, problems: list[SelectionProblem]) -> bool:
    node = fields.get(name)
    if node is None:
        return default
    if isinstance(node, Scalar) and node.kind == "bool":
        return node.value.lower() in _TRUE_TEXTS
    problems.append(SelectionProblem(f"`{name}` must be true or false", node.span))
    return default


def _check_list(fields: MappingOf[str, Node], name: str, problems: list[SelectionProblem]) -> None:
    node = fields.get(name)
    if node is not None and not isinstance(node, Sequence):
        problems.append(SelectionProblem(f"`{name}` must be a list", node.span))


def _pairs(fields: MappingOf[str, Node], name: str, problems: list[SelectionProblem]) -> tuple[tuple[Node, Node], ...]:
    node = fields.get(name)
    if node is None:
        return ()
    if not isinstance(node, Mapping):
        problems.append(SelectionProblem(f"`{name}` must be a mapping", node.span))
        return ()
    return node.pairs

"""Reading sets, lists and tables of words from Python source without running it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

# Of a set or a list its words, of a table its pairs.
Value = dict[str, str] | set[str]

_COPIES = ("set", "frozenset", "list", "tuple", "sorted")


class Unreadable(Exception):  # noqa: N818 - not a fault: source may be anything
    """The source needs to be run to know what it says."""


def run(statement: str, values: dict[str, Value]) -> None:
    """Do what a statement does to the values of names. Raises `Unreadable`; the values are then as before."""
    try:
        body = ast.parse(statement).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise Unreadable from None
    made: dict[str, Value] = {name: value.copy() for name, value in values.items()}
    for node in body:
        _do(node, made, {})
    values.update(made)


def _do(node: ast.stmt, values: dict[str, Value], words: dict[str, str]) -> None:
    """`words` are the loops' variables."""
    if isinstance(node, ast.For) and isinstance(node.target, ast.Name) and not node.orelse:
        for word in list(_value(node.iter, values, words)):
            for inner in node.body:
                _do(inner, values, {**words, node.target.id: word})
    elif isinstance(node, ast.Assign) and len(node.targets) == 1:
        _assign(node.targets[0], node.value, values, words)
    elif isinstance(node, ast.AnnAssign) and node.value is not None:
        _assign(node.target, node.value, values, words)
    elif isinstance(node, ast.AugAssign) and isinstance(node.op, (ast.BitOr, ast.Add)):
        _add(node.target, _value(node.value, values, words), values)
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        call = node.value
        if not isinstance(call.func, ast.Attribute) or call.keywords or len(call.args) != 1:
            raise Unreadable
        if call.func.attr in ("update", "extend"):
            _add(call.func.value, _value(call.args[0], values, words), values)
        elif call.func.attr in ("add", "append"):
            _add(call.func.value, {_word(call.args[0], words)}, values)
        else:
            raise Unreadable
    else:
        raise Unreadable


def _assign(target: ast.expr, value: ast.expr, values: dict[str, Value], words: dict[str, str]) -> None:
    if isinstance(target, ast.Name):
        values[target.id] = _value(value, values, words).copy()
    elif isinstance(target, ast.Subscript):
        _add(target.value, {_word(target.slice, words): _word(value, words)}, values)
    else:
        raise Unreadable


def _add(target: ast.expr, more: Value, values: dict[str, Value]) -> None:
    if not isinstance(target, ast.Name) or target.id not in values:
        raise Unreadable
    values[target.id] = _union(values[target.id], more)


def _union(some: Value, more: Value) -> Value:
    if isinstance(some, dict) and isinstance(more, dict):
        return {**some, **more}
    if isinstance(some, dict):
        raise Unreadable
    return some | set(more)


def _value(node: ast.expr, values: dict[str, Value], words: dict[str, str]) -> Value:
    """What an expression is worth: a table, or the words of anything else that holds words."""
    if isinstance(node, ast.Name) and node.id in values:
        return values[node.id]
    if isinstance(node, (ast.Set, ast.List, ast.Tuple)):
        return {word for one in node.elts for word in _words(one, values, words)}
    if isinstance(node, ast.Dict):
        return _table(node, values, words)
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.BitOr, ast.Add)):
        return _union(_value(node.left, values, words), _value(node.right, values, words))
    if isinstance(node, ast.Call) and not node.keywords:
        return _called(node, values, words)
    raise Unreadable


def _called(node: ast.Call, values: dict[str, Value], words: dict[str, str]) -> Value:
    arguments = [_value(argument, values, words) for argument in node.args]
    if isinstance(node.func, ast.Name) and node.func.id in _COPIES and len(arguments) <= 1:
        return set(*arguments)
    if isinstance(node.func, ast.Attribute):
        own = _value(node.func.value, values, words)
        if node.func.attr == "keys" and isinstance(own, dict) and not arguments:
            return set(own)
        if node.func.attr == "union" and isinstance(own, set):
            return own.union(*arguments)
    raise Unreadable


def _table(node: ast.Dict, values: dict[str, Value], words: dict[str, str]) -> dict[str, str]:
    table: dict[str, str] = {}
    for key, value in zip(node.keys, node.values):
        if key is not None:
            table[_word(key, words)] = _word(value, words)
            continue
        whole = _value(value, values, words)
        if not isinstance(whole, dict):
            raise Unreadable
        table.update(whole)
    return table


def _words(node: ast.expr, values: dict[str, Value], words: dict[str, str]) -> Iterator[str]:
    """The words that an element stands for."""
    if isinstance(node, ast.Starred):
        yield from _value(node.value, values, words)
    else:
        yield _word(node, words)


def _word(node: ast.expr, words: dict[str, str]) -> str:
    """A text, a loop's variable, or the name of an enumeration's member."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.Name) and node.id in words:
        return words[node.id]
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return node.attr
    raise Unreadable

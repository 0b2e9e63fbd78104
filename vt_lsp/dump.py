"""`--dump`: every function and every backward node as a row, one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Iterator

from vt_core.analysis.snapshot import MatchedFunction, NodeInfo, Snapshot
from vt_core.codegen.body_plan import plan_body
from vt_core.codegen.cpp import CppCache
from vt_core.codegen.functions import emit_node
from vt_core.codegen.sections import text
from vt_core.codegen.strategy import dispatch_strategy, emits_definition
from vt_core.codegen.variable_type import emit_method
from vt_core.ide.preview import is_refused, refuses

# The one autograd key of releases without per-key derivatives.
_KEY = "Default"

Row = dict[str, object]


def dump_lines(snapshot: Snapshot) -> Iterator[str]:
    """The rows in file order, without those that the generator refuses."""
    for row in (*function_rows(snapshot), *node_rows(snapshot)):
        yield json.dumps(row) + "\n"


def function_rows(snapshot: Snapshot) -> Iterator[Row]:
    """One row for each function."""
    cache = CppCache()
    seen: set[str] = set()
    for matched in snapshot.functions:
        schema = matched.function.func.text
        if schema not in seen and not is_refused(snapshot, matched):
            yield _function_row(snapshot, matched, cache)
        seen.add(schema)


def node_rows(snapshot: Snapshot) -> Iterator[Row]:
    """One row for each backward node."""
    for node in snapshot.nodes:
        if not refuses(snapshot.derivatives_index.info_faults.get(node.entry, ())):
            yield _node_row(snapshot, node)


def _function_row(snapshot: Snapshot, matched: MatchedFunction, cache: CppCache) -> Row:
    f, info, dialect = matched.function, matched.info, snapshot.dialect
    plan = plan_body(f, info, dialect, cache) if emits_definition(f, info, dialect) else None
    method = emit_method(f, info, matched.node_name, plan, dialect, cache)
    return {
        "kind": "function",
        "name": f.func.name.text,
        "schema": f.func.text,
        "strategy": dispatch_strategy(f, info),
        "entry": None if info is None else info.func.func.name.text,
        "exact": matched.exact,
        "node": {} if matched.node_name is None else {_KEY: matched.node_name},
        "variable_type": {_KEY: text(method.definition)} if method.definition else None,
        "registration": {_KEY: text(method.registration)} if method.registration else None,
        "inplace_or_view": None,
    }


def _node_row(snapshot: Snapshot, node: NodeInfo) -> Row:
    emitted = emit_node(node.info, node.node_name, snapshot.dialect)
    return {
        "kind": "node",
        "op": node.node_name,
        "entry": node.info.func.func.name.text,
        "declaration": text(emitted.declaration),
        "definition": text(emitted.definition),
    }

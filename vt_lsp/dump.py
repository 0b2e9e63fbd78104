"""`--dump`: every function and every backward node as a row, one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Iterator

from vt_core.analysis.snapshot import MatchedFunction, NodeInfo, Snapshot
from vt_core.codegen.cpp import CppCache
from vt_core.codegen.families import emitters
from vt_core.codegen.files import section_text
from vt_core.codegen.functions import emit_node
from vt_core.codegen.strategy import dispatch_strategy
from vt_core.ide.preview import is_refused, refuses

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
    emitted = emitters(dialect).emit_function(f, matched.keyed, dialect, cache)
    methods = {one.autograd_key: section_text(one.definition, dialect) for one in emitted.methods if one.definition}
    registrations = {one.autograd_key: section_text(one.registration, dialect) for one in emitted.methods}
    view = emitted.inplace_or_view
    return {
        "kind": "function",
        "name": f.func.name.text,
        "schema": f.func.text,
        "strategy": dispatch_strategy(f, info),
        "entry": None if info is None else info.func.func.name.text,
        "exact": matched.exact,
        "node": {one.autograd_key: one.node_name for one in matched.keyed if one.node_name is not None},
        "variable_type": methods or None,
        "registration": registrations or None,
        "inplace_or_view": None if view is None else section_text(view.definition, dialect),
    }


def _node_row(snapshot: Snapshot, node: NodeInfo) -> Row:
    emitted = emit_node(node.info, node.node_name, snapshot.dialect)
    return {
        "kind": "node",
        "op": node.node_name,
        "entry": node.info.func.func.name.text,
        "declaration": section_text(emitted.declaration, snapshot.dialect),
        "definition": section_text(emitted.definition, snapshot.dialect),
    }

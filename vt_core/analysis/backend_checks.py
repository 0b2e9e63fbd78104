"""What `gen_backend_stubs` and `gen_lazy_tensor` refuse in a backend's YAML file, and what they let through."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import NamedTuple

from vt_core.analysis.native_index import NativeIndex
from vt_core.analysis.snapshot import Snapshot
from vt_core.codegen.backend_file import BackendFile, Listed
from vt_core.dialects.backend_files import OWN_OPERATORS
from vt_core.dialects.dialect import Dialect
from vt_core.model.native_function import NativeFunction
from vt_core.rules.nearest import is_slip, nearest
from vt_core.syntax.entries import Entry, operator_names
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Place, Sequence

_OUT = "_out"
_MOST_LONGER = 4
_ALIKE = 0.75


class Kernels(NamedTuple):
    """The C++ file that is to define a backend's kernels, and its name for messages."""

    name: str
    text: str


class Raised(NamedTuple):
    """A fault and the entries at its two ends, both in the backend's file."""

    fault: Fault
    owner: Entry
    other: Entry | None = None


def raised_of(file: BackendFile, snapshot: Snapshot, kernels: Kernels | None) -> list[Raised]:
    """All that is wrong with a file that YAML can read."""
    if file.entry is None:
        return []
    return [
        *[Raised(*one) for one in file.faults],
        *_dispatch_keys(file, file.entry, snapshot),
        *_unknown(file, snapshot),
        *_repeated(file),
        *_mixed(file, snapshot),
        *_symint_without_kernel(file, snapshot.dialect),
        *([] if kernels is None else _missing_kernels(file, snapshot, kernels)),
    ]


def _overloads(base: str, index: NativeIndex) -> list[NativeFunction]:
    """The functions of a name, whatever their overload."""
    return [function for function in index.operators.values() if function.func.name.name == base]


def _dispatch_keys(file: BackendFile, entry: Entry, snapshot: Snapshot) -> Iterator[Raised]:
    """The backend's keys: they exist, and PyTorch has no kernels for them yet. Only asked for where operators are."""
    dialect, backend = snapshot.dialect, file.value("backend")
    if not backend or file.has_own_operators:  # that generator makes keys of its own
        return
    known = dialect.dispatch_keys if dialect.checks is None else dialect.checks.known_dispatch_keys
    data = {"backend": backend, "key": backend, "known": ", ".join(sorted(known))}
    fault = Fault("backend-dispatch-key", Place("backend", ("backend",)), data)
    if any(_has_items(entry, key) for key in dialect.backend_file.kernels):
        if backend not in known:
            yield Raised(fault, entry)
        elif backend in snapshot.native_index.dispatch_keys:
            yield Raised(fault._replace(data={**data, "what": "taken"}), entry)
    autograd = f"Autograd{backend}"
    if backend in known and _has_items(entry, "autograd"):
        missing = {**data, "key": autograd, "what": "autograd"}
        if autograd not in known:
            yield Raised(Fault("backend-dispatch-key", Place("backend", ("autograd",), "key"), missing), entry)


def _has_items(entry: Entry, key: str) -> bool:
    field = entry.fields.get(key)
    return field is not None and isinstance(field.value, Sequence) and bool(field.value.items)


def _unknown(file: BackendFile, snapshot: Snapshot) -> Iterator[Raised]:
    """Names of no function. Those under `symint` are only compared with those of the other lists."""
    index = snapshot.native_index
    own = {one.name for one in file.under(*OWN_OPERATORS)}
    unread: frozenset[str] | None = None
    for one in file.listed:
        name = one.name
        if one.key in (*OWN_OPERATORS, "symint") or name in own or name in index.operators:
            continue
        if unread is None:
            unread = _unread(snapshot)
        if name not in unread:
            # Of `ir_gen` the generator takes what there is.
            through = one.key == "ir_gen" and not name.partition(".")[0].endswith(_OUT)
            origin = "lint" if through else None
            yield Raised(Fault("backend-unknown-operator", one.place, _nearest(one, index), origin), one.entry)


def _unread(snapshot: Snapshot) -> frozenset[str]:
    """Operators that native_functions.yaml declares in entries that are broken just now."""
    if not snapshot.native_index.faults and not snapshot.native.odd:
        return frozenset()
    return frozenset(operator_names(snapshot.native.text))


def _nearest(one: Listed, index: NativeIndex) -> dict[str, str]:
    """The words for the message about a name that no function has."""
    name = one.name
    data = {"operator": name, "list": one.key}
    bare = name.partition("(")[0].rpartition("::")[2].strip().removesuffix(".")
    base = bare.partition(".")[0]
    overloads = [function.func.name.text for function in _overloads(base, index)]
    if bare in overloads:
        return {**data, "what": "name", "nearest": bare}
    if overloads:
        close = overloads[0] if len(overloads) == 1 else nearest(bare, overloads) if "." in bare else ""
        return {**data, "what": "overload", "base": base, "overloads": ", ".join(overloads), "nearest": close}
    functional = base.removesuffix(_OUT)
    outs = [function.func.name.text for function in _overloads(functional, index) if function.func.is_out]
    if base.endswith(_OUT) and outs:
        return {**data, "what": "out", "overloads": ", ".join(outs), "nearest": outs[0] if len(outs) == 1 else ""}
    close = nearest(bare, [other for other in index.operators if _may_be_near(bare, other)])
    return {**data, "nearest": close} if close and _is_alike(bare, close) else data


def _may_be_near(name: str, other: str) -> bool:
    """Whether it is worth comparing letter by letter: one of the ends is the same."""
    if abs(len(other) - len(name)) > _MOST_LONGER:
        return False
    return other.lstrip("_")[:1] == name.lstrip("_")[:1] or other[-4:] == name[-4:]


def _is_alike(name: str, other: str) -> bool:
    """Whether a name is near enough to be the one that was meant: most unknown ones have gone from PyTorch."""
    return is_slip(name, other) or SequenceMatcher(None, name, other).ratio() > _ALIKE


def _repeated(file: BackendFile) -> Iterator[Raised]:
    """Operators that stand in a list twice, or in two that give them the same kernel."""
    first: dict[tuple[str, str], Listed] = {}
    for one in file.listed:
        name = one.name
        known = first.setdefault((_registered_by(one.key), name), one)
        if known is not one:
            data = {"operator": name, "list": one.key, "first": known.key}
            yield Raised(Fault("backend-repeated-operator", one.place, data), one.entry, known.entry)


def _registered_by(key: str) -> str:
    return "supported" if key == "full_codegen" else key


def _mixed(file: BackendFile, snapshot: Snapshot) -> Iterator[Raised]:
    """Variants of one operator of which some have kernels for the backend's key, others for its autograd key."""
    index, symint = snapshot.native_index, _symint(file)
    forward: dict[NativeFunction, Listed] = {}
    for one in file.under(*snapshot.dialect.backend_file.kernels):
        function = index.operators.get(one.name)
        if function is not None:
            forward.setdefault(function, one)
    for one in file.under("autograd") if forward else ():
        function = index.operators.get(one.name)
        if function is None:
            continue
        other = next((other for other in _group(function, index) if other in forward), None)
        if other is not None:
            known = forward[other]
            data = {
                "operator": one.name,
                "other": known.name,
                "list": known.key,
                "kernel": _kernel(function, one.name, symint),
                "other_kernel": _kernel(other, known.name, symint),
            }
            yield Raised(Fault("backend-mixed-variants", one.place, data), one.entry, known.entry)


def _group(function: NativeFunction, index: NativeIndex) -> tuple[NativeFunction, ...]:
    """The variants that are one `NativeFunctionsGroup`: without an out variant each stands alone."""
    group = index.group_of(function.func.signature)
    kinds = {other.func.kind for other in group}
    return group if {"functional", "out"} <= kinds else (function,)


def _symint(file: BackendFile) -> frozenset[str]:
    return frozenset([one.name for one in file.under("symint")])


def _kernel(function: NativeFunction, written: str, symint: frozenset[str]) -> str:
    """The name that a kernel has to have (torchgen's `dispatcher.name`)."""
    return function.cpp_name + ("_symint" if written in symint else "")


def _symint_without_kernel(file: BackendFile, dialect: Dialect) -> Iterator[Raised]:
    """Operators under `symint` that no list gives a kernel to: names are compared as they are written."""
    registered = {one.name for one in file.under(*dialect.backend_file.kernels, "autograd", *OWN_OPERATORS)}
    for one in file.under("symint"):
        if one.name not in registered:
            yield Raised(Fault("backend-symint-without-kernel", one.place, {"operator": one.name}), one.entry)


def _missing_kernels(file: BackendFile, snapshot: Snapshot, kernels: Kernels) -> Iterator[Raised]:
    """Kernels that the C++ file defines less or more often than overloads share their name
    (`error_on_missing_kernels`)."""
    facts, symint = snapshot.dialect.backend_file, _symint(file)
    if not file.under(*facts.kernels):  # then nothing is generated
        return
    generated = {one.name for one in file.under("full_codegen")}
    expected: dict[str, dict[NativeFunction, Listed]] = {}
    for one in file.under(*facts.kernels, "autograd"):
        function = snapshot.native_index.operators.get(one.name)
        if function is not None and one.name not in generated:
            expected.setdefault(_kernel(function, one.name, symint), {}).setdefault(function, one)
    class_name = file.value("class_name") or f"{file.value('backend')}NativeFunctions"
    defined = _defined(facts.definition.format(re.escape(class_name)), kernels.text)
    for kernel, functions in expected.items():
        if defined[kernel] != len(functions):
            one = next(iter(functions.values()))
            data = {
                "kernel": f"{class_name}::{kernel}",
                "file": kernels.name,
                "found": str(defined[kernel]),
                "wanted": str(len(functions)),
                "operators": ", ".join([listed.name for listed in functions.values()]),
            }
            yield Raised(Fault("backend-missing-kernel", one.place, data), one.entry)


def _defined(pattern: str, text: str) -> Counter[str]:
    """How often each kernel is defined. What has `::` before the class's name is taken for a call."""
    return Counter([found[2] for found in re.finditer(pattern, text) if not found[1].endswith(":")])

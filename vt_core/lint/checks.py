"""The checks of an entry, for the entries that a first look does not clear."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from vt_core.codegen.output_differentiability import read_output_flags
from vt_core.dialects.dialect import Dialect
from vt_core.lint.gradients import check_gradients, check_local_names, check_missing_gradients, check_outputs
from vt_core.lint.subject import Formula, Subject, output_names
from vt_core.lint.values import check_saving, check_values
from vt_core.lint.written import check_members, check_names, check_texts
from vt_core.model.derivatives import DifferentiabilityInfo, KeyFormulas
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.faults import Fault

_OF_FORMULAS = {
    "texts": check_texts,
    "names": check_names,
    "gradients": check_gradients,
    "saving": check_saving,
    "values": check_values,
    "members": check_members,
}
_OF_FUNCTIONS = {
    "missing gradients": check_missing_gradients,
    "local names": check_local_names,
    "outputs": check_outputs,
}


def run_checks(
    wanted: Collection[str] | None,
    keyed: KeyFormulas,
    info: DifferentiabilityInfo,
    backward: Sequence[Formula],
    forward: Sequence[Formula],
    group: Sequence[NativeFunction],
    dialect: Dialect,
) -> tuple[Fault, ...]:
    """The faults that the checks of these names find (None: all checks) in the formulas of one autograd key."""
    faults: list[Fault] = []
    subject = _subject(keyed, info, backward, forward, group, dialect)
    is_first = keyed is info.entry.by_key[0] or keyed == info.entry.by_key[0]
    for name, check in (*_OF_FORMULAS.items(), *(_OF_FUNCTIONS.items() if is_first else ())):
        if wanted is None or name in wanted:
            check(subject, faults)
    return tuple(faults)


def _subject(
    keyed: KeyFormulas,
    info: DifferentiabilityInfo,
    backward: Sequence[Formula],
    forward: Sequence[Formula],
    group: Sequence[NativeFunction],
    dialect: Dialect,
) -> Subject:
    """What checks look at."""
    f = info.func
    returns = f.func.returns
    flags = info.output_flags
    written = info.entry.output_differentiability
    if flags is None and written is not None and dialect.variants is None:
        read = read_output_flags(written)
        flags = None if read is None else read.flags
    if flags is None or len(flags) != len(returns):
        flags = tuple([return_.type.is_tensor_like for return_ in returns])
    arguments = {argument.name: argument for argument in f.func.arguments.all}
    operator, outputs = f.func.name.text, output_names(f)
    return Subject(info, keyed, f, group, dialect, operator, arguments, outputs, flags, tuple(backward), tuple(forward))

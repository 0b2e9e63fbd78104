# PYTHON_ARGCOMPLETE_OK
"""The command `vt-lsp`: exit codes, messages, and nothing that a user should not see.

0 no errors found, 1 errors found, 2 bad usage or unreadable input, 101 internal error, 130 interrupted.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn, TextIO

from vt_core import __version__
from vt_lsp.options import make_parser, read_options
from vt_lsp.problems import InputProblem
from vt_lsp.render.style import printable

if TYPE_CHECKING:
    from vt_lsp.commands import Outcome

BAD_INPUT = 2
INTERNAL_ERROR = 101
INTERRUPTED = 130


def run_process() -> NoReturn:
    """Run the process's command line and end it.

    What a run makes is kept to its end: collecting garbage finds nothing on the way, and taking a hundred thousand
    objects apart before the process is gone serves nobody. Both together cost a third of a `--check`.
    """
    gc.disable()
    code = main()
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, OSError, ValueError):  # closed, or nobody reads it
            stream.flush()
    os._exit(code)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line, without arguments that of the process. Returns the exit code."""
    try:
        return _run(arguments)
    except InputProblem as problem:
        _say("".join([f"vt-lsp: error: {printable(line)}\n" for line in str(problem).splitlines()]))
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        if os.environ.get("VT_LSP_DEBUG") == "1":
            import traceback

            _say(traceback.format_exc())
        _say(_internal_error(error))
        return INTERNAL_ERROR


def _run(arguments: Sequence[str] | None) -> int:
    parser = make_parser()
    if "_ARGCOMPLETE" in os.environ:
        from vt_lsp.completion import complete

        complete(parser)
    options = read_options(parser, arguments)
    if options.mode == "stdio":
        from vt_lsp.server.run import run as serve

        return serve(options.log)
    # Loaded only now: `--help` and mistaken options need none of it.
    from vt_lsp.commands import run
    from vt_lsp.console import make_console

    console = make_console(options.color)
    outcome = run(options, console)
    if outcome.err:
        _say(outcome.err)
    return _print(outcome, console.out)


def _print(outcome: Outcome, out: TextIO) -> int:
    """Print the results. A reader that has gone away has seen enough."""
    if outcome.paged and out.isatty():
        from vt_lsp.pager import page

        if page(outcome.out):
            return outcome.code
    try:
        out.write(outcome.out)
        out.flush()
    except BrokenPipeError:
        _discard(out)
    except OSError as error:
        _discard(out)
        raise InputProblem(f"the results cannot be printed: {error.strerror or error}") from None
    return outcome.code


def _discard(out: TextIO) -> None:
    """Let Python's own flush at exit succeed, whatever is left in the buffer."""
    devnull = os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, out.fileno())


def _say(text: str) -> None:
    """Print a message, if there is anybody to read it."""
    try:
        if sys.stderr is not None:
            sys.stderr.write(text)
            sys.stderr.flush()
    except OSError:
        pass


def _internal_error(error: Exception) -> str:
    said = "".join(f"{type(error).__name__}: {error}".splitlines()[:1])[:300]
    return (
        f"vt-lsp: internal error: {said}\n"
        f"This is a mistake in vt-lsp {__version__}, not in your files. Please report it with the command line, both\n"
        "files, and what the same command prints with VT_LSP_DEBUG=1 in the environment.\n"
    )

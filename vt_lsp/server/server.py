"""The dispatcher: one message after the other, each to its handler, each request answered exactly once."""

from __future__ import annotations

import time
import traceback
from typing import Any, Literal

from cattrs import Converter, transform_error
from lsprotocol import types
from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInternalError,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcMethodNotFound,
    JsonRpcRequestCancelled,
    JsonRpcServerNotInitialized,
)

from vt_lsp.server.backends import Backends
from vt_lsp.server.client import Client
from vt_lsp.server.configuration import Configuration
from vt_lsp.server.context import Context
from vt_lsp.server.converter import make_converter
from vt_lsp.server.diagnostics import Reports
from vt_lsp.server.ending import end_now
from vt_lsp.server.inbox import Inbox
from vt_lsp.server.log import Log
from vt_lsp.server.messages import Malformed, Message, Notification, Request, Response
from vt_lsp.server.previews import Previews
from vt_lsp.server.progress import Progress
from vt_lsp.server.publisher import Publisher
from vt_lsp.server.requests import Handler, load_handlers
from vt_lsp.server.session import Session
from vt_lsp.server.sources import Sources
from vt_lsp.server.stale import Stale
from vt_lsp.server.tokens import Tokens
from vt_lsp.server.transport import Writer

State = Literal["new", "running", "shut down"]


class Server:
    """One client's server. All of it is used by one thread, but for the inbox and the writer."""

    def __init__(self, inbox: Inbox, writer: Writer, log: Log) -> None:
        self.converter: Converter = make_converter()
        self.inbox, self.log = inbox, log
        self.client = Client(writer, self.converter, log)
        self.configuration = Configuration(self._tell_setting)
        self.progress = Progress(self.client)
        self.session = Session(self.configuration.of, self._tell_setting, self.progress.first_analysis)
        self.sources = Sources()
        self.tokens = Tokens()
        self.previews = Previews()
        self.reports = Reports(self.converter)
        self.backends = Backends(self.session, self.configuration.of, self._tell_setting)
        self.publisher = Publisher(self.session, self.backends, self.reports, self.client)
        self.stale = Stale(inbox, self.session)
        self.handlers: dict[str, Handler] = load_handlers()
        self.state: State = "new"
        self.exit_code: int | None = None
        self.started = time.time()

    def run(self) -> int:
        """Handle messages until `exit` or the end of the stream. Returns the process's exit code."""
        while self.exit_code is None:
            message = self.inbox.get()
            if message is None:
                break
            self.handle(message)
            self.flush()
        if self.exit_code is not None:
            return self.exit_code
        return 0 if self.state == "shut down" else 1

    def settings_changed(self) -> None:
        """Give each pair its settings again; files may pair otherwise now."""
        self.configuration.forget()
        self.session.configure()
        self.publisher.notice(elsewhere=True)

    def files_changed(self) -> None:
        """Something changed on disk."""
        if self.configuration.refresh():
            self.settings_changed()
        self.publisher.notice(elsewhere=True)

    def _tell_setting(self, problem: str) -> None:
        self.client.show_once("warning", problem)

    def parent_gone(self) -> None:
        """The process that started the server has ended. Called from a thread of its own."""
        self.log.write("error", "the parent process is gone")
        end_now(1)

    def handle(self, message: Message) -> None:
        """Handle one message. Raises `OSError` when the client is gone, and nothing else."""
        if isinstance(message, Request):
            self._handle_request(message)
        elif isinstance(message, Notification):
            self._handle_notification(message)
        elif isinstance(message, Response):
            self._take_response(message)
        else:
            self._answer_malformed(message)

    def flush(self) -> None:
        """Bring the client's diagnostics up to date, if it does not ask for them itself."""
        try:
            self.publisher.flush(idle=self.inbox.empty)
        except OSError:
            raise
        except Exception as error:
            self._internal_error("diagnostics", None, error)

    def _take_response(self, message: Response) -> None:
        try:
            self.client.take(message)
        except OSError:
            raise
        except Exception as error:
            self._internal_error("an answer of the client", message.result, error)

    def _answer_malformed(self, message: Malformed) -> None:
        self.log.write("warning", f"no message: {message.text}")
        self.client.send({"jsonrpc": "2.0", "id": message.id, "error": {"code": message.code, "message": message.text}})

    def _handle_request(self, request: Request) -> None:
        started = time.perf_counter()
        answer: dict[str, Any] = {"jsonrpc": "2.0", "id": request.id}
        try:
            answer["result"] = self._result(request)
        except JsonRpcException as error:
            answer["error"] = _plain_error(error)
        except Exception as error:
            answer["error"] = _plain_error(self._internal_error(request.method, request.params, error))
        self.inbox.done(request)
        try:
            self.client.send(answer)
        except (TypeError, ValueError, RecursionError) as error:
            failure = self._internal_error(request.method, request.params, error)
            self.client.send({"jsonrpc": "2.0", "id": request.id, "error": _plain_error(failure)})
        self.client.traced(f"{request.method} ({request.id}) in {1000 * (time.perf_counter() - started):.1f} ms")

    def _result(self, request: Request) -> Any:
        if request.cancelled:
            raise JsonRpcRequestCancelled("cancelled before it was started")
        if self.state == "shut down":
            raise JsonRpcInvalidRequest("the server is shut down")
        if self.state == "new" and request.method != types.INITIALIZE:
            raise JsonRpcServerNotInitialized("the first request is `initialize`")
        handler = self.handlers.get(request.method)
        if handler is None:
            raise JsonRpcMethodNotFound(f"no such method: {request.method}")
        params = self._params(handler, request.params)
        context = Context(self, request)
        context.check()
        with self.progress.of_request(request.method, params):
            return handler.handle(context, params)

    def _handle_notification(self, message: Notification) -> None:
        if message.method == types.EXIT:
            self.exit_code = 0 if self.state == "shut down" else 1
            return
        handler = self.handlers.get(message.method)
        if handler is None or self.state != "running":
            if not message.method.startswith("$/"):
                self.log.write("debug", f"not handled: {message.method} ({self.state})")
            return
        context = Context(self, None)
        try:
            handler.handle(context, self._params(handler, message.params))
        except JsonRpcInvalidParams as error:
            self.client.tell("error", f"{message.method}: {error}")
            if handler.refused is not None:
                handler.refused(context, message.params)
        except OSError:
            raise
        except Exception as error:
            self._internal_error(message.method, message.params, error)

    def _params(self, handler: Handler, params: Any) -> Any:
        """The parameters as the handler takes them. Raises InvalidParams."""
        if handler.params is None:
            return params
        try:
            return self.converter.structure(params, handler.params)
        except Exception as error:
            reasons = "; ".join(transform_error(error, "params")) if isinstance(error, Exception) else str(error)
            raise JsonRpcInvalidParams(f"invalid parameters: {reasons:.1000}") from None

    def _internal_error(self, method: str, params: Any, error: Exception) -> JsonRpcException:
        """Tell of a mistake in the server, once for each place in the code, with what led to it."""
        where = traceback.extract_tb(error.__traceback__)
        last = where[-1] if where else None
        place = f"{method} {type(error).__name__} {last.filename if last else ''}:{last.lineno if last else 0}"
        if self.log.first_time(place):
            trace = "".join(traceback.format_exception(error))
            self.client.tell("error", f"internal error in {method}: {error!r:.300}\nwith {_about(params)}\n{trace}")
        return JsonRpcInternalError(f"internal error in {method}: {type(error).__name__}: {error!s:.300}")


def _about(params: Any) -> str:
    """The parameters as far as a bug report needs them; never a document's whole text."""
    return f"{params!r:.500}"


def _plain_error(error: JsonRpcException) -> dict[str, Any]:
    plain: dict[str, Any] = {"code": error.code, "message": error.message}
    if error.data is not None:
        plain["data"] = error.data
    return plain

"""Errors that pygls has no class for."""

from __future__ import annotations

from lsprotocol import types
from pygls.exceptions import JsonRpcException


class RequestFailed(JsonRpcException):
    """The request is right and cannot be fulfilled; the message says why (3.17, "ErrorCodes")."""

    CODE = types.LSPErrorCodes.RequestFailed.value
    MESSAGE = "Request Failed"

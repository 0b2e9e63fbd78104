"""Workflow commands as the runner of GitHub Actions reads them from what a step prints (`ActionCommand.TryParseV2`)."""

from __future__ import annotations

from typing import NamedTuple

_UNESCAPED = (("%0D", "\r"), ("%0A", "\n"), ("%25", "%"))
_PROPERTY_UNESCAPED = (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%"))


class Command(NamedTuple):
    """`::name key=value,…::message`."""

    name: str
    properties: dict[str, str]
    message: str


def commands(output: str) -> list[Command]:
    """The commands in what a step printed."""
    return [_command(line.strip()) for line in output.split("\n") if line.strip().startswith("::")]


def _command(line: str) -> Command:
    head, marker, message = line[2:].partition("::")
    assert marker, line
    name, _, listed = head.partition(" ")
    pairs = [one.partition("=") for one in listed.split(",") if one]
    properties = {key: _plain(value, _PROPERTY_UNESCAPED) for key, _, value in pairs}
    return Command(name, properties, _plain(message, _UNESCAPED))


def _plain(text: str, unescaped: tuple[tuple[str, str], ...]) -> str:
    for escape, plain in unescaped:
        text = text.replace(escape, plain)
    return text

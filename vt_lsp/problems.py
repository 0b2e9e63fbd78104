"""What the user has to mend before anything can be checked."""

from __future__ import annotations


class InputProblem(Exception):  # noqa: N818 - a message for the user, not an error of the program
    """Bad usage or unreadable input. Its text is the message: it names the file or option and says what to do."""

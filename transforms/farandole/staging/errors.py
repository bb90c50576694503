"""What cannot be virtualized or staged, said with file, line and construct."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Site:
    """A place in a file: `line` counts from 1, or is 0 for the file as a whole."""

    file: str
    line: int

    def __str__(self) -> str:
        """Give the place as `file:line`."""
        return f"{self.file}:{self.line}" if self.line else self.file


class StagingError(Exception):
    """A function, or a construct in it, that cannot be virtualized or staged.

    `construct` names it in Python's words, `reason` says what is wrong and what to do, `site` is where it stands, or
    None where there is no source.
    """

    def __init__(self, construct: str, reason: str, site: Site | None = None) -> None:
        super().__init__(f"{f'{site}: ' if site else ''}{construct}: {reason}")
        self.construct, self.reason, self.site = construct, reason, site

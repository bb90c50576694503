"""The command `farandole`: arguments, output formats and the writing of files. It decides nothing about training."""

from __future__ import annotations

from farandole.cli.command import main

__all__ = ["main"]

"""The files that a process writes."""

from __future__ import annotations

import contextlib
import functools
import os
from collections.abc import Callable
from typing import Any

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class Files:
    """The paths that this process wrote, made, moved or removed, as far as Python saw it."""

    def __init__(self) -> None:
        self.written: dict[str, None] = {}
        self.read_back: dict[str, None] = {}

    def note(self, path: Any) -> None:
        """Note a path, whatever its form."""
        if isinstance(path, int) or path is None:
            return
        with contextlib.suppress(Exception):
            self.written[os.path.abspath(os.fsdecode(path))] = None

    def note_read(self, path: Any) -> None:
        """Note that a file is read, if this process has written it."""
        if isinstance(path, (str, bytes, os.PathLike)):
            full = os.path.abspath(os.fsdecode(path))
            if full in self.written:
                self.read_back[full] = None

    def audit(self, event: str, args: tuple[Any, ...]) -> None:
        """Note what an audit event says of writing."""
        if event == "open" and isinstance(args[2], int):
            if args[2] & WRITING:
                self.note(args[0])
            else:
                self.note_read(args[0])
        elif event in ("os.mkdir", "os.remove", "os.rmdir", "os.truncate", "shutil.rmtree"):
            self.note(args[0])
        elif event in ("os.rename", "os.link", "os.symlink", "shutil.copyfile", "shutil.move"):
            self.note(args[1])

    def watch_tensorflow(self, file_io: Any) -> None:
        """Have TensorFlow's file calls noted; what its kernels write is told by the mode of the new file."""
        for name, position in (("WritableFile", 0), ("CreateDir", 0), ("RecursivelyCreateDir", 0), ("DeleteFile", 0),
                               ("DeleteRecursively", 0), ("RenameFile", 1), ("CopyFile", 1)):  # fmt: skip
            original = getattr(file_io, name, None)
            if original is not None:
                setattr(file_io, name, self._noting(original, position))

    def watch_h5py(self, cls: Any) -> None:
        """Have the HDF5 files that are opened for writing noted: its library opens them by itself."""
        original = cls.__init__
        files = self

        @functools.wraps(original)
        def init(self: Any, name: Any, mode: str = "r", *args: Any, **kwargs: Any) -> None:
            if mode != "r":
                files.note(name)
            original(self, name, mode, *args, **kwargs)

        cls.__init__ = init

    def _noting(self, original: Callable[..., Any], position: int) -> Callable[..., Any]:
        @functools.wraps(original)
        def call(*args: Any, **kwargs: Any) -> Any:
            if len(args) > position:
                self.note(args[position])
            return original(*args, **kwargs)

        return call

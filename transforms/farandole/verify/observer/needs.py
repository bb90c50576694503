"""What a script looks for and does not find: files that are not there, and downloads, which a quick proof refuses."""

from __future__ import annotations

import functools
import glob
import os
import re
import sys
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from .files import WRITING
from .imports import everywhere
from .source import line_of

HERE = ("localhost", "127.0.0.1", "::1", "0.0.0.0", "")


class Refused(Exception):
    """The script would download something."""


class Needs:
    """What was looked for and not found, and where in the project."""

    def __init__(self, project: str, downloads: bool) -> None:
        self._project = project
        self._downloads = downloads
        self.found: dict[str, str] = {}

    def _place(self) -> str | None:
        """Give the innermost line of the project that is being run."""
        frame = sys._getframe(2)
        while frame is not None:
            if frame.f_code.co_filename.startswith(self._project + os.sep):
                return f"{os.path.relpath(frame.f_code.co_filename, self._project)}:{frame.f_lineno}"
            frame = frame.f_back  # type: ignore[assignment]
        return None

    def _missing(self, path: Any) -> None:
        if not isinstance(path, (str, bytes, os.PathLike)):
            return
        name = os.fsdecode(path)
        if name and "__pycache__" not in name and not os.path.exists(name):
            place = self._place()
            if place is not None:
                self.found.setdefault(name, place)

    def raised(self, problem: BaseException) -> None:
        """Note the files that an error names, with the innermost line of the project that it came through."""
        if not isinstance(problem, OSError) and "NotFound" not in type(problem).__name__:
            return
        place = line_of(problem, self._project)
        for word in re.findall(r"[^\s'\";:,\[\]()]+", str(problem)):
            path = word.rstrip(".")
            if place is not None and ("/" in path or re.search(r"\.\w+$", path)) and not os.path.exists(path):
                self.found.setdefault(path, place)

    def audit(self, event: str, args: tuple[Any, ...]) -> None:
        """Note files and folders that are read and not there; refuse downloads."""
        if event == "open":
            if not (isinstance(args[2], int) and args[2] & WRITING):
                self._missing(args[0])
        elif event in ("os.listdir", "os.scandir", "os.chdir"):
            self._missing(args[0])
        elif event == "glob.glob" and not os.path.exists(str(args[0]).split("*")[0].rpartition("/")[0] or "."):
            self._missing(str(args[0]).split("*")[0].rpartition("/")[0])
        elif event == "urllib.Request":
            self._download(str(args[0]))
        elif event in ("socket.getaddrinfo", "socket.connect"):
            host = args[0] if event == "socket.getaddrinfo" else args[1]
            host = host[0] if isinstance(host, tuple) else host
            if isinstance(host, (str, bytes)):
                self._download(os.fsdecode(host))

    def _download(self, address: str) -> None:
        parts = urlsplit(address)
        if not self._downloads or parts.scheme == "file" or (parts.hostname or address).startswith(HERE[:-1]):
            return
        if address.startswith("/"):  # a socket of this machine
            return
        place = self._place()
        if place is not None:
            self.found.setdefault(address, place)
            raise Refused(f"a download of {address}")

    def watch_tensorflow(self, file_io: Any) -> None:
        """Have the files noted that TensorFlow does not find."""
        for name in ("BufferedInputStream", "GetChildren", "GetMatchingFiles", "Stat", "ReadFileToString"):
            original = getattr(file_io, name, None)
            if original is not None:
                setattr(file_io, name, self._noting(original))

    def watch_h5py(self, cls: Any) -> None:
        """Have the HDF5 files noted that are not there: their library opens them by itself."""
        cls.__init__ = self._noting(cls.__init__, 1, lambda args, kwargs: kwargs.get("mode", (*args, "r")[2:3]) != "w")

    def watch_keras(self, module: Any, folder: str) -> None:
        """Have `get_file` give what came with the sample, or refuse the download."""
        original = module.get_file

        @functools.wraps(original)
        def get_file(fname: Any = None, origin: Any = None, *args: Any, **kwargs: Any) -> Any:
            wanted = os.path.basename(str(fname or urlsplit(str(origin)).path))
            brought = glob.glob(os.path.join(glob.escape(folder), "**", glob.escape(wanted)), recursive=True)
            if folder and brought:
                return sorted(brought)[0]
            kept = os.path.join(kwargs.get("cache_dir") or "~/.keras", kwargs.get("cache_subdir", "datasets"), wanted)
            if os.path.exists(os.path.expanduser(kept)):
                return original(fname, origin, *args, **kwargs)
            place = self._place()
            self.found.setdefault(wanted, f"{place or 'a library'}, from {origin}")
            raise Refused(f"a download of {origin}")

        module.get_file = get_file
        everywhere({id(original): (original, get_file)})

    def _noting(
        self, original: Callable[..., Any], position: int = 0, when: Callable[[Any, Any], bool] | None = None
    ) -> Callable[..., Any]:
        @functools.wraps(original)
        def call(*args: Any, **kwargs: Any) -> Any:
            if len(args) > position and (when is None or when(args, kwargs)):
                path = args[position]
                if isinstance(path, (str, bytes)) and not any(sign in os.fsdecode(path) for sign in "*?["):
                    self._missing(path)
            return original(*args, **kwargs)

        return call

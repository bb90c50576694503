"""One process of a run: its output, its script, its end."""

from __future__ import annotations

import importlib.machinery
import os
import sys
import threading
import time
import traceback
import types
from collections.abc import Callable
from typing import Any

from .loops import Enough
from .source import compile_script, led, line_of
from .spec import Spec


def run_script(spec: Spec, failed: Callable[[BaseException], None]) -> dict[str, Any]:
    """Run the script as `__main__` to its end; how it ended. `failed` is called with what it did not catch."""
    to_code = importlib.machinery.SourceFileLoader.source_to_code

    def source_to_code(loader: Any, data: Any, path: Any, **options: Any) -> types.CodeType:
        if isinstance(data, bytes) and os.fspath(path).startswith(spec.project + os.sep):
            return compile_script(data, os.fspath(path), spec)
        return to_code(loader, data, path, **options)

    importlib.machinery.SourceFileLoader.source_to_code = source_to_code  # type: ignore[method-assign,assignment]
    main = types.ModuleType("__main__")
    main.__dict__.update(__file__=spec.script, __builtins__=__builtins__, __cached__=None)
    sys.modules["__main__"] = main
    sys.argv = [spec.script, *(led(argument, spec) for argument in spec.arguments)]
    sys.path.insert(0, os.path.dirname(spec.script))
    sys.path += sources_of(spec.project)
    try:
        with open(spec.script, "rb") as file:
            source = file.read()
        exec(compile_script(source, spec.script, spec), main.__dict__)
    except Enough:
        return {"ended": "stopped", "status": 0}
    except SystemExit as leaving:
        status = leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None)
        if isinstance(leaving.code, str):
            print(leaving.code, file=sys.stderr)
        return {"ended": "finished", "status": status}
    except BaseException as problem:
        skipped = problem.__traceback__.tb_next if problem.__traceback__ else None
        traceback.print_exception(type(problem), problem, skipped)
        failed(problem)
        error = f"{type(problem).__name__}: {problem}"
        return {"ended": "raised", "status": 1, "error": error, "line": line_of(problem, spec.project)}
    return {"ended": "finished", "status": 0}


def sources_of(project: str) -> list[str]:
    """Give the folders in which a project's own packages stand that need not be installed to be run; searched last."""
    return [folder for folder in (project, os.path.join(project, "src")) if os.path.isdir(folder)]


def follow(verifier: int) -> None:
    """End this process when the one that asked for it is gone, however it went."""

    def watch() -> None:
        while True:
            try:
                os.kill(verifier, 0)
            except ProcessLookupError:
                os._exit(1)
            except OSError:
                pass
            time.sleep(1)

    threading.Thread(target=watch, daemon=True).start()


def redirect(output: str) -> None:
    """Lead both outputs into files, for C++ and child processes as well."""
    for descriptor, name in ((1, "stdout"), (2, "stderr")):
        file = os.open(os.path.join(output, name), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        os.dup2(file, descriptor)
        os.close(file)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True)  # type: ignore[union-attr]

"""Import TensorFlow and Horovod once, and fork a process for each that `launch.py` asks for.

Forking is sound before TensorFlow has started a thread: it starts the first with its first operation.
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import tempfile
from typing import Any

from .observe import observe

CLIENT_GONE = 0.1
"""Seconds after which it is looked whether the client of a process is still there."""


def preload() -> dict[str, object]:
    """Import what the runs need; what was found, and what was the matter."""
    found: dict[str, object] = {"tensorflow": None, "horovod": None, "gloo": True, "problem": None}
    try:
        import tensorflow  # noqa: PLC0415 - the user's

        found["tensorflow"] = tensorflow.__version__
        import horovod  # noqa: PLC0415
        import horovod.tensorflow as hvd  # noqa: PLC0415
        import horovod.tensorflow.keras  # noqa: PLC0415

        found["horovod"], found["gloo"] = horovod.__version__, bool(hvd.gloo_built())
    except ModuleNotFoundError as problem:
        if problem.name != "horovod":
            found["problem"] = f"{type(problem).__name__}: {problem}"
    except Exception as problem:
        found["problem"] = f"{type(problem).__name__}: {problem}"
    return found


def serve(path: str) -> int:
    """Say what was imported, as a line of JSON, and fork a process for each client until the verifier is gone."""
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(path)
    listening.listen(64)
    listening.settimeout(1)
    verifier, server = os.getppid(), os.getpid()
    print("\n" + json.dumps(preload()), flush=True)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the attendants
    while True:
        try:
            connection, _ = listening.accept()
        except TimeoutError:
            if os.getppid() != verifier:
                return 1
            continue
        connection.setblocking(True)
        if os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            listening.close()
            return attend(connection, server)
        connection.close()


def attend(connection: socket.socket, server: int) -> int:
    """Fork the process, wait for its end, and tell the client; it is ended when the client or the server is gone.

    One that is stopped can't see by itself that its verifier has ended, which may come between stopping and killing it.
    """
    head, descriptors, *_ = socket.recv_fds(connection, 20, 3)
    text, wanted = b"", int(head)
    while len(text) < wanted:
        text += connection.recv(wanted - len(text))
    asked = json.loads(text)
    process = os.fork()
    if process == 0:
        connection.close()
        return run(asked, descriptors)
    while True:
        gone = bool(select.select([connection], [], [], CLIENT_GONE)[0]) or os.getppid() != server
        if gone:
            os.kill(process, signal.SIGKILL)
        ended, status = os.waitpid(process, 0 if gone else os.WNOHANG)
        if ended:
            break
    if not gone:
        connection.sendall(b"%d" % (os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status)))
    os._exit(0)


def run(asked: dict[str, Any], descriptors: list[int]) -> int:
    """Observe a run in this process, with the descriptors, the folder and the environment of its client."""
    for number, descriptor in enumerate(descriptors):
        os.dup2(descriptor, number)
        os.close(descriptor)
    os.environ.clear()
    os.environ.update(asked["environment"])
    tempfile.tempdir = None  # it may have been looked for while libraries were imported
    os.chdir(asked["folder"])
    return observe(asked["spec"])

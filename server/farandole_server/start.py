"""Starting the server on a transport."""

from __future__ import annotations

import gc
import os
import sys
from typing import NoReturn

from farandole_server import logs
from farandole_server.framing import resynchronised
from farandole_server.methods import add, initialize
from farandole_server.server import Server


def start(tcp: int | None = None, level: str = "warning") -> NoReturn:
    """Serve one client, on stdio or on a local TCP port, and end the process as the protocol asks for."""
    gc.freeze()
    logs.start(level)
    server = Server()
    add(server, initialize)
    protocol_out, sys.stdout = sys.stdout.buffer, sys.stderr  # what a library prints is not for the client
    try:
        if tcp is None:
            server.start_io(resynchronised(sys.stdin.buffer), protocol_out)
        else:
            server.start_tcp("127.0.0.1", tcp)
    except SystemExit:
        pass  # `exit` on a TCP connection
    server.stop()
    sys.stderr.flush()
    # Whatever still runs in the worker's thread is of no use to anybody now.
    os._exit(0 if server.stopped_by_client else 1)

"""One module for each method of the protocol.

A module has `METHOD`, an async `handle(ls, params)`, and, where they are not the protocol's defaults, `options()` and
`is_wanted(capabilities)`, which says whether to announce the method to a client.
"""

from __future__ import annotations

import asyncio
import importlib
import pkgutil
import time
from collections.abc import Awaitable, Callable
from types import ModuleType
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

from farandole_server.actions import Refused
from farandole_server.protocol import internal_error
from farandole_server.server import Server


def register(server: Server, capabilities: types.ClientCapabilities) -> None:
    """Give the server all methods that a client can use, but for `initialize`, which calls this."""
    for info in pkgutil.iter_modules(__path__, f"{__name__}."):
        module = importlib.import_module(info.name)
        if module.METHOD == types.INITIALIZE or not getattr(module, "is_wanted", _always)(capabilities):
            continue
        add(server, module)


def add(server: Server, module: ModuleType) -> None:
    """Give the server one method."""
    options = module.options() if hasattr(module, "options") else None
    server.feature(module.METHOD, options)(_guarded(module.METHOD, module.handle))


def _always(capabilities: types.ClientCapabilities) -> bool:
    return True


def _guarded(method: str, handle: Callable[[Server, Any], Awaitable[Any]]) -> Callable[[Server, Any], Awaitable[Any]]:
    """Give a handler whose failures are one line for the client and one in the log."""

    async def guarded(ls: Server, params: Any) -> Any:
        started = time.monotonic()
        try:
            return await handle(ls, params)
        except (JsonRpcException, asyncio.CancelledError):
            raise
        except Refused as refused:
            raise JsonRpcInvalidParams(str(refused)) from refused
        except Exception as error:
            raise internal_error(method, error) from None
        finally:
            ls.trace(method, time.monotonic() - started)

    return guarded

"""The server's specification for JupyterLab: an entry point of jupyter-lsp, which starts servers for notebooks."""

from __future__ import annotations

from typing import Any

from farandole_server.isolated import FARANDOLE
from farandole_server.schema import settings_schema


def specification(manager: Any) -> dict[str, dict[str, Any]]:
    """Give how to start the server, in the second version of jupyter-lsp's format; the manager is not asked."""
    return {
        "farandole": {
            "version": 2,
            "display_name": "Farandole",
            "argv": [*FARANDOLE, "server"],
            "languages": ["python"],
            "mime_types": ["text/x-python", "text/x-ipython", "text/python"],
            "requires_documents_on_disk": False,
            "config_schema": settings_schema(),
        }
    }

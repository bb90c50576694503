"""`python observer spec.json` observes a process, `python observer --serve SOCKET` forks those that are asked for."""

import importlib.util
import os
import sys


def package() -> None:
    """Import this folder as a package whose name no project has."""
    here = os.path.dirname(os.path.abspath(__file__))
    path = os.path.join(here, "__init__.py")
    spec = importlib.util.spec_from_file_location("farandole_observer", path, submodule_search_locations=[here])
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["farandole_observer"] = module
    spec.loader.exec_module(module)


if __name__ == "__main__":
    del sys.path[0]  # this folder's modules have names that a project or a library may have, too
    package()
    if sys.argv[1] == "--serve":
        from farandole_observer.server import serve  # type: ignore[import-not-found]

        sys.exit(serve(sys.argv[2]))
    from farandole_observer.observe import observe  # type: ignore[import-not-found]

    sys.exit(observe(sys.argv[1]))

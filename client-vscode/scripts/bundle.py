"""Puts what the extension shares with the project into its folder: the server with all that it imports, the example."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from email.parser import Parser
from pathlib import Path

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

CLIENT = Path(__file__).parents[1]
PROJECT = CLIENT.parent
LIBS = CLIENT / "bundled" / "libs"
NOTICES = CLIENT / "THIRD-PARTY-NOTICES.txt"

# What the dependencies need on the older ones of the supported Pythons only; pip would leave it out on a newer one.
FOR_OLDER_PYTHONS = ("exceptiongroup>=1.2,<2", "typing_extensions>=4.12,<5")
# Types of other libraries: the server reads the sources of those that are installed.
UNUSED = ("bin", "jedi/third_party/django-stubs", "jedi/third_party/typeshed/stubs")


def notices() -> str:
    """Give the names, versions and licences of all that the extension carries of others."""
    parts = ["What this extension carries of others, under their own licences."]
    for metadata in sorted(LIBS.glob("*.dist-info")):
        fields = Parser().parsestr((metadata / "METADATA").read_text("utf-8"), headersonly=True)
        licence = str(fields["License-Expression"] or fields["License"] or "").partition("\n")[0]
        parts.append(_notice(f"{fields['Name']} {fields['Version']}", licence, metadata))
    for name in json.loads((CLIENT / "dist" / "packages.json").read_text("utf-8")):
        folder = CLIENT / "node_modules" / name
        manifest = json.loads((folder / "package.json").read_text("utf-8"))
        parts.append(_notice(f"{name} {manifest['version']}", str(manifest["license"]), folder))
    return "\n\n".join(parts) + "\n"


def _notice(title: str, licence: str, folder: Path) -> str:
    """Give the notice of one package, with the texts that lie in its folder."""
    names = ("LICEN", "COPYING", "NOTICE", "THIRDPARTY")
    places = (folder, folder / "licenses")
    files = sorted(path for place in places for path in place.glob("*") if path.name.upper().startswith(names))
    texts = [path.read_text("utf-8", errors="replace").strip() for path in files if path.is_file()]
    if not texts and not licence:
        sys.exit(f"{title} names no licence")
    return "\n\n".join(["-" * 80, f"{title}: {licence}".rstrip(": "), *texts])


def main() -> None:
    """Build `bundled/libs` anew, of packages without compiled parts, which suit any Python."""
    shutil.rmtree(LIBS, ignore_errors=True)
    declared = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    requirements = [requirement.partition(";")[0].strip() for requirement in declared]
    pure = ["--only-binary=:all:", "--implementation=py", "--abi=none", "--platform=any", "--python-version=3.10"]
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"]
    subprocess.run([*pip, "--target", str(LIBS), *pure, *requirements, *FOR_OLDER_PYTHONS], check=True)
    for folder in UNUSED:
        shutil.rmtree(LIBS / folder, ignore_errors=True)
    for package in ("transforms/farandole", "server/farandole_server"):
        source = PROJECT / package
        shutil.copytree(source, LIBS / source.name, ignore=shutil.ignore_patterns("__pycache__", ".mypy_cache"))
    shutil.copy(PROJECT / "LICENSE", CLIENT / "LICENSE")
    shutil.copy(PROJECT / "examples" / "keras_fit.py", CLIENT / "walkthrough" / "train.py")
    NOTICES.write_text(notices(), encoding="utf-8")
    compiled = [str(path) for path in LIBS.rglob("*") if path.suffix in {".so", ".pyd"}]
    if compiled:
        sys.exit(f"compiled for one Python only: {', '.join(compiled)}")


if __name__ == "__main__":
    main()

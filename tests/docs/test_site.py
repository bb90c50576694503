"""The site is built without a warning, needs nothing from elsewhere, and links in the right form."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlsplit

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
NO_ADDRESSES = ("127.0.0.1", "localhost")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site as the command does, and give its folder."""
    pytest.importorskip("material", reason="install the extra `docs`")
    folder = tmp_path_factory.mktemp("site")
    build = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert build.returncode == 0, build.stderr
    assert "WARNING" not in build.stderr
    return folder


class _Page(HTMLParser):
    """What a page loads, and where it links to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.links: list[str] = []
        self.names: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take what matters of a tag."""
        given = {name: value or "" for name, value in attrs}
        if "id" in given:
            self.names.add(given["id"])
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        self.loads += [given[name] for name in ("src", "srcset", "data") if name in given]
        if tag == "link" and given.get("rel") not in ("prev", "next", "canonical"):
            self.loads.append(given["href"])


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    pages = {path: _Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    assert len(pages) > 40
    loads = {load for page in pages.values() for load in page.loads}
    assert any(load.endswith(".css") for load in loads)
    assert [load for load in loads if "//" in load] == []
    styles = "".join(path.read_text(encoding="utf-8") for path in site.rglob("*.css"))
    assert re.findall(r"""url\(["']?(?:https?:)?//[^)]*\)|@import""", styles) == []


def test_every_page_is_in_the_navigation(site: Path) -> None:
    home = _Page((site / "index.html").read_text(encoding="utf-8"))
    linked = {link.partition("#")[0] for link in home.links}
    pages = {path.relative_to(site).as_posix() for path in site.rglob("*.html")} - {"404.html", "index.html"}
    assert pages <= linked


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_anchors_are_there(path: Path) -> None:
    prose = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    missing = []
    for target, anchor in re.findall(r"\]\(([^)#:]*\.md)?#([^)]+)\)", prose):
        page = path.parent / target if target else path
        headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
        slugs = {re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-") for heading in headings}
        if anchor not in slugs:
            missing.append(f"{target}#{anchor}")
    assert missing == []


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_addresses_have_the_right_form(path: Path) -> None:
    """No network here: only the form is looked at."""
    wrong = []
    for address in re.findall(r"https?://[^\s)>\"'`\]]+", path.read_text(encoding="utf-8")):
        parts = urlsplit(address)
        if parts.hostname in NO_ADDRESSES:
            continue
        well_formed = parts.scheme == "https" and re.fullmatch(r"[\w-]+(\.[\w-]+)+", parts.netloc)
        if not well_formed or "//" in parts.path or re.search(r"[.,;]$", address) or "/your" in address:
            wrong.append(address)
    assert wrong == []

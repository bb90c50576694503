"""What the loader makes of TOML files, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest
from farandole.catalog import Catalog, CatalogError, load

OURS = """\
["acme.optim.Adam"]
bases = ["tensorflow.keras.optimizers.Optimizer"]
parameters = "learning_rate, momentum, *, decay"
learning-rate = { parameter = "learning_rate", default = 0.02 }

["acme.optim.Adam.slots"]
parameters = "name"
returns = "self"

["acme.io.{dump, store}"]
parameters = "value, *targets, path, **options"
writes = true
path = "path"
"""


@pytest.fixture
def ours(tmp_path: Path) -> Catalog:
    """Give the catalogue with a project's own file."""
    return load([written(tmp_path, OURS)])


def written(folder: Path, text: str) -> Path:
    """Write a file of the catalogue."""
    path = folder / "ours.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_project_adds_entries(ours: Catalog) -> None:
    entry = ours.entry("acme.optim.Adam")
    assert entry is not None
    assert (entry.kind, entry.role, entry.returns) == ("class", "optimizer", "acme.optim.Adam")
    assert entry.parameters == ("learning_rate", "momentum", "*", "decay")
    assert entry.facts["learning-rate"] == {"parameter": "learning_rate", "default": 0.02}
    assert entry.facts["api"] == "keras"
    assert ours.is_a("acme.optim.Adam", "tensorflow.train.Optimizer") is False
    assert ours.is_a("acme.optim.Adam", "keras.optimizers.Optimizer")


def test_a_project_changes_entries_key_by_key(tmp_path: Path) -> None:
    ours = load([written(tmp_path, '["tensorflow.keras.Model.fit"]\nverbose = "epochs"\n')]).entry("keras.Model.fit")
    shipped = load().entry("keras.Model.fit")
    assert ours is not None
    assert shipped is not None
    assert (shipped.facts["verbose"], ours.facts["verbose"]) == ("verbose", "epochs")
    assert (ours.parameters, ours.returns) == (shipped.parameters, shipped.returns)


def test_one_heading_may_describe_several_names(ours: Catalog) -> None:
    dump, store = ours.entry("acme.io.dump"), ours.entry("acme.io.store")
    assert dump is not None
    assert store is not None
    assert (dump.name, store.name) == ("acme.io.dump", "acme.io.store")
    assert dump.facts == store.facts == {"writes": True, "path": "path"}


def test_positions_end_at_the_first_star(ours: Catalog) -> None:
    entry = ours.entry("acme.io.dump")
    assert entry is not None
    assert [entry.position(name) for name in ("value", "targets", "path", "options", "missing")] == [0, *[None] * 4]


def test_a_method_belongs_to_its_class_and_returns_its_receiver(ours: Catalog) -> None:
    method = ours.entry("acme.optim.Adam.slots")
    assert method is not None
    assert (method.kind, method.returns, method.role) == ("method", "self", "optimizer")


def test_entries_cannot_be_changed(ours: Catalog) -> None:
    entry = ours.entry("acme.optim.Adam")
    assert entry is not None
    with pytest.raises(TypeError):
        entry.facts["api"] = "tf1"  # type: ignore[index]
    with pytest.raises(TypeError):
        ours.entries["acme"] = entry  # type: ignore[index]


def test_a_package_that_a_project_mentions_is_still_looked_up(tmp_path: Path, ours: Catalog) -> None:
    assert not ours.knows("acme.optim.Adam")
    assert load([written(tmp_path, 'packages = ["acme"]')]).knows("acme.optim.Adam")


def test_the_shipped_catalogue_is_read_once() -> None:
    assert load() is load()


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ('["acme.f"]\nprints = true\nprimts = true\n', 3, "unknown key 'primts'"),
        ('["acme.f"]\nprints = "yes"\n', 2, "'prints' must be true or false"),
        ('["acme.f"]\n\nresult = "file"\n', 3, "'result' must be one of none, value, path"),
        ('["acme.f"]\nrole = "optimiser"\n', 2, "unknown role 'optimiser'"),
        ('["acme.f"]\nkind = "klass"\n', 2, "'kind' must be one of class, function, method, module, property"),
        ('["acme.f"]\nparameters = ["a", "b"]\n', 2, "'parameters' must be a string"),
        ('["acme.f"]\nparameters = "a, b"\nrates = ["a", "c"]\n', 3, "'rates' names 'c', which is not among"),
        ('["acme.f"]\nparameters = "a, b"\nrates = "a"\n', 3, "'rates' must list strings"),
        ('["acme.f"]\nparameters = "a"\npath = "b"\n', 3, "'path' names 'b', which is not among the parameters"),
        ('["acme.f"]\nparameters = "a"\nlearning-rate = { parameter = "a", defalt = 1 }\n', 3, "'defalt' is unknown"),
        ('["acme.f"]\nparameters = "a"\nlearning-rate = { default = "1" }\n', 3, "'default' must be a number"),
        ('["acme.f"]\nparameters = "a"\noptimizers = [{ parameter = "o" }]\n', 3, "'parameter' names 'o'"),
        ('["acme.f"]\nparameters = "a"\noptimizers = { parameter = "a" }\n', 3, "'optimizers' must be a list"),
        ('["acme.f"]\nreturns = "acme.G"\n', 2, "unknown class acme.G"),
        ('["acme.f"]\nreturns = "self"\n', 2, "acme is no class, so there is no receiver"),
        ('["acme.f"]\nitem = "acme.G"\n', 2, "unknown class acme.G"),
        ('["acme.A"]\nkind = "class"\n\n["acme.{B, C}"]\nbases = ["acme.A", "acme.D"]\n', 5, "unknown base acme.D"),
        ('["acme.A"]\nbases = ["acme.B"]\n\n["acme.B"]\nbases = ["acme.A"]\n', 2, "acme.A is a base of itself"),
        ('["acme.f"]\nprints = true\n\n["acme.A"]\nbases = ["acme.f"]\n', 5, "acme.f is no class"),
        ('["keras.f"]\nprints = true\n', 1, "keras.f is another name of tensorflow.keras.f"),
        ('[aliases]\n"acme.a" = "acme.b"\n"acme.b" = "acme.a"\n', 2, "acme.a never comes to an end"),
        ('[aliases]\n"acme.a" = "acme.a.b"\n', 2, "acme.a never comes to an end"),
        ('[aliases]\n"acme.a" = "acme.b"\n"acme.a.c" = "acme.d"\n', 3, "acme.a is another name of acme.b"),
        ('[aliases]\n"acme.a" = 1\n', 2, "an alias stands for a name"),
        ('packages = "acme"\n', 1, "'packages' must list names"),
        ('["acme.A"]\nbases = "tensorflow.Module"\n', 2, "'bases' must list classes"),
        ('["acme.f"]\nreturns = ["tensorflow.Module"]\n', 2, "'returns' must be a string"),
        ('["acme.f"]\nkind = ["class"]\n', 2, "'kind' must be one of"),
        ('["acme.f"]\nrole = ["model"]\n', 2, "unknown role ['model']"),
        ("prints = true\n", 1, "unknown key 'prints'"),
        ("[acme.f]\nprints = true\n", 1, "unknown key 'f'"),
        ('["acme.f"]\nprints = \n', 2, "line 2"),
        ('["acme.f"]\n["acme.f"]\n', 2, "twice"),
    ],
)
def test_what_a_file_cannot_mean_is_refused_at_its_line(tmp_path: Path, text: str, line: int, message: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(CatalogError) as refused:
        load([path])
    assert message in refused.value.message
    assert (refused.value.path, refused.value.line) == (path, line)
    assert str(refused.value).startswith(f"{path}:{line}: ")


def test_a_file_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_bytes(b'["acme.f"] # \xe9')
    with pytest.raises(CatalogError, match="not UTF-8"):
        load([path])


def test_a_missing_file_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load([tmp_path / "missing.toml"])

"""What a quick proof gives a script instead of what it loads or downloads: synthetic data, as files describe them.

The files are those in `replacements/` and those that a project adds: a `[[replacement]]` names functions that load
something and what is given instead, a `[[dataset]]` a data set of TensorFlow Datasets. `docs/verify.md` describes them.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from farandole import source
from farandole.project import Project
from farandole.project.imports import imported_names
from farandole.source import UnreadableFile
from farandole.verify.scratch import CannotRun

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FOLDER = Path(__file__).with_name("replacements")

STEPS, EPOCHS = 12, 2
"""Turns of a loop after which it is ended: those that take steps, and those that hold a loop which does."""

MOST_STEPS = 60
"""Of an optimizer, where no loop of the script's can be ended."""

BATCH, LARGEST_BATCH = 32, 1024
"""Keras's own batch size, and the largest for which synthetic data are made that fill several batches."""

RANGE_WITH_STEP = 3
"""The arguments of a range that has a step."""

KEYS: Mapping[str, frozenset[str]] = {
    "parts": frozenset(["parts", "arrays"]),
    "bunch": frozenset(["parts", "arrays", "attributes"]),
    "read_data_sets": frozenset(["parts", "arrays"]),
    "word index": frozenset(["words"]),
    "call": frozenset(["argument", "when", "becomes"]),
    "nothing": frozenset(),
}
"""What each kind of replacement must or may say, besides what it replaces."""

TENSORFLOW_1 = re.compile(
    r"tf\.(placeholder|Session|InteractiveSession|ConfigProto|app|flags|variable_scope|get_variable|contrib|layers|"
    r"global_variables_initializer|initialize_all_variables|random_normal|truncated_normal|log|to_float|"
    r"train\.\w*(Optimizer|Saver)|logging|reset_default_graph|set_random_seed|estimator\.inputs|summary\.FileWriter)(\.|$)"
)
DATA_FILE = re.compile(
    r"^[^\n]*[^\s./\\]\.(csv|tsv|txt|json|jsonl|npy|npz|h5|hdf5|tfrecords?|pkl|pickle|mat|zip|tar|gz|jpe?g|png|wav|ckpt|pb)$"
)


@dataclass(frozen=True)
class Quick:
    """A quick proof: the replacements, the samples of each part of a data set, and what the script is written for.

    `rows` is None where the data sets have the sizes that were published.
    """

    replacements: Mapping[str, Any]
    rows: Mapping[str, int] | None
    tensorflow1: bool

    def asked(self) -> dict[str, Any]:
        """Give what the observer is asked for."""
        rows = None if self.rows is None else dict(self.rows)
        return {"steps": STEPS, "epochs": EPOCHS, "replacements": dict(self.replacements), "rows": rows}


def plan_quick(script: Path, processes: int, files: Iterable[Path]) -> Quick:
    """Plan a quick proof of a script. Raises CannotRun for a replacement file that can't be used."""
    trees = [tree for _, tree in modules(script)]
    return Quick(replacements(files), sizes(batch_size(trees), processes), any(map(tensorflow_1, trees)))


def replacements(files: Iterable[Path]) -> dict[str, Any]:
    """Give the replacements of the shipped files and of further ones, the last first.

    Raises CannotRun for a file that can't be read, or that says what cannot be understood.
    """
    found: dict[str, Any] = {"replacement": [], "dataset": [], "moved": {}}
    for path in [*sorted(FOLDER.glob("*.toml")), *files]:
        try:
            described = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError) as problem:
            raise CannotRun(f"{path}: {problem}") from None
        for key, tables in described.items():
            if key not in found:
                raise CannotRun(f"{path}: unknown key {key!r}; there are [[replacement]], [[dataset]] and [moved]")
            if key == "moved":
                _add_moved(found[key], tables, path)
                continue
            for table in tables:
                mistake = wrong(key, table)
                if mistake:
                    raise CannotRun(f"{path}: {mistake}")
                found[key].insert(0, table)
    return found


def _add_moved(found: dict[str, dict[str, str]], tables: Any, path: Path) -> None:
    """Add what a file says of names that have moved, by the module that had them."""
    for module, names in tables.items() if isinstance(tables, dict) else ():
        if not isinstance(names, dict) or not all(isinstance(place, str) for place in names.values()):
            raise CannotRun(f'{path}: [moved."{module}"] gives each name what it stands for, as a text')
        found[module] = {**found.get(module, {}), **names}


def wrong(key: str, table: Mapping[str, Any]) -> str | None:
    """Say what is wrong with a table of a replacement file, if anything is."""
    if key == "dataset":
        required, allowed = {"names", "parts", "arrays", "supervised"}, set[str]()
    else:
        kind = table.get("gives")
        if not isinstance(kind, str) or kind not in KEYS:
            return f"`gives` must be one of {', '.join(KEYS)}, not {kind!r}"
        required, allowed = {"calls", "gives", *KEYS[kind]}, {"attributes"}
    missing = sorted(required - set(table) - allowed)
    unknown = sorted(set(table) - required - allowed)
    if missing:
        return f"a {key} needs {', '.join(missing)}"
    if unknown:
        return f"a {key} has no {', '.join(unknown)}"
    for array in table.get("arrays", []):
        if "name" not in array or not {"lengths", "words", "shape"} & set(array):
            return f"an array needs a name, and a shape, lengths or words: {array}"
        if "words" not in array and "dtype" not in array:
            return f"the array {array['name']!r} needs a dtype"
    return None


def modules(script: Path) -> Iterator[tuple[str, ast.Module]]:
    """Yield text and tree of a script and of the modules of its project that it imports, as far as they can be read."""
    try:
        project = Project.around(script, source.read, lambda name: False, lambda root: ())
    except UnreadableFile:
        return
    waiting, seen = [project.entry], {project.entry}
    while waiting:
        module = waiting.pop()
        yield module.document.text, module.document.tree
        for statement in module.document.nodes(ast.Import, ast.ImportFrom):
            for name in imported_names(statement, module.package):
                imported = project.module(name)
                if imported is not None and imported not in seen:
                    seen.add(imported)
                    waiting.append(imported)


def tensorflow_1(tree: ast.Module) -> bool:
    """Tell whether a module is written for TensorFlow 1: it uses names that only that has by a plain import."""
    imported = (alias for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names)
    plain = any((alias.name, alias.asname) == ("tensorflow", "tf") for alias in imported)
    return plain and any(
        TENSORFLOW_1.match(ast.unparse(node)) for node in ast.walk(tree) if isinstance(node, ast.Attribute)
    )


def batch_size(trees: Iterable[ast.Module]) -> int:
    """Give the largest batch size that modules name: in arguments, assignments and the defaults of options."""
    found = [BATCH]
    for tree in trees:
        for node in ast.walk(tree):
            found += [size for name, size in named_numbers(node) if "batch" in name.lower() and size <= LARGEST_BATCH]
    return max(found)


def named_numbers(node: ast.AST) -> Iterator[tuple[str, int]]:
    """Yield the whole numbers that a node gives a name to."""
    pairs: list[tuple[object, ast.expr | None]] = []
    if isinstance(node, ast.Assign):
        pairs = [(target, node.value) for target in node.targets]
    elif isinstance(node, (ast.AnnAssign, ast.keyword)):
        pairs = [(node.target if isinstance(node, ast.AnnAssign) else node.arg, node.value)]
    elif isinstance(node, ast.Dict):
        pairs = list(zip(node.keys, node.values, strict=True))
    elif isinstance(node, ast.arguments):
        given = node.args[len(node.args) - len(node.defaults) :]
        pairs = [(argument.arg, value) for argument, value in zip(given, node.defaults, strict=True)]
    elif isinstance(node, ast.Call):
        values = [*node.args[1:], *(keyword.value for keyword in node.keywords if keyword.arg == "default")]
        pairs = [(node.args[0], value) for value in values] if node.args else []
        if isinstance(node.func, ast.Attribute) and node.args:  # `dataset.batch(64)`, `mnist.train.next_batch(100)`
            pairs.append((node.func.attr, node.args[0]))
        if (
            isinstance(node.func, ast.Name)
            and node.func.id in ("range", "xrange")
            and len(node.args) == RANGE_WITH_STEP
        ):
            pairs.append(("batch", node.args[2]))  # `for start in range(0, len(x), 128)`
    for target, value in pairs:
        name = target
        if isinstance(target, ast.Constant):
            name = target.value
        elif isinstance(target, (ast.Name, ast.Attribute)):
            name = target.id if isinstance(target, ast.Name) else target.attr
        if isinstance(name, str) and isinstance(value, ast.Constant) and type(value.value) is int:
            yield name, value.value


def sizes(batch: int, processes: int) -> dict[str, int]:
    """Give the samples of synthetic data: several full batches for each process and an odd rest, and fewer to test."""
    return {"train": 2 * batch * processes + batch // 2 + 1, "test": max(batch + batch // 2 + 1, 67)}


def named_files(trees: Iterable[ast.Module], folder: Path) -> list[str]:
    """Give the data files that modules name and that are not in a folder."""
    named = {
        node.value: None
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and DATA_FILE.match(node.value)
    }
    return [name for name in named if not (folder / name).expanduser().exists() and "://" not in name]

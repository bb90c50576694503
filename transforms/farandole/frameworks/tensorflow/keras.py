"""Which Keras a file uses: the stand-alone one (`import keras`), or one of TensorFlow's (`tf.keras`)."""

from __future__ import annotations

import ast
import enum
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from farandole.source import Document


class Kind(enum.Enum):
    """The packages that are called Keras; the private one is another than `tf.keras` from TensorFlow 2.6 to 2.15."""

    ALONE = "keras"
    TENSORFLOW = "tensorflow.keras"
    PRIVATE = "tensorflow.python.keras"


_TENSORFLOW = frozenset({"tensorflow", "tensorflow_core"})
_BETWEEN = frozenset({"compat", "v1", "v2", "python", "contrib", "_api"})
_MODELS = frozenset({"models", "Model", "Sequential", "engine"})
_TRAINED = frozenset({"models", "layers", "optimizers", "applications", "engine", "Model", "Sequential", "Input"})
"""What models are made of; arrays from `keras.datasets` and the like go with the models of either package."""


def kinds(documents: Sequence[Document], training: Iterable[Document]) -> dict[ast.Module, Kind]:
    """Tell which Keras each file means, by its tree: it tells itself, else those with trainings do, else all.

    In each, models count before what they are made of, and that before anything else; what else a file has of the
    private package, as its callbacks, does not count. Files that mix two of these tell nothing: they run only where the
    two are one.
    """
    names = {document: tuple(_names(document)) for document in documents}
    groups = ([name for each in group for name in names[each]] for group in (training, documents))
    others = next((kind for group in groups if (kind := _told(group)) is not None), Kind.TENSORFLOW)
    return {document.tree: _told(names[document]) or others for document in documents}


def _told(names: Sequence[tuple[Kind, str]]) -> Kind | None:
    telling = [name for name in names if name[0] is not Kind.PRIVATE or name[1] in _TRAINED]
    for wanted in (_MODELS, _TRAINED, {name for _, name in telling}):
        found = [name for name in telling if name[1] in wanted]
        kinds = {kind for kind, _ in found}
        if len(kinds) == 1:
            return kinds.pop()
    return None


def _names(document: Document) -> Iterator[tuple[Kind, str]]:
    """Yield what a file names of Keras: the package, and the first name below it (or an empty text)."""
    imported: dict[str, str] = {}
    for node in document.nodes(ast.Import, ast.ImportFrom):
        for alias in node.names:
            if isinstance(node, ast.Import):
                top = alias.name.partition(".")[0]
                imported[alias.asname or top] = alias.name if alias.asname else top
                yield from _name(alias.name)
            elif not node.level and node.module:
                imported[alias.asname or alias.name] = f"{node.module}.{alias.name}"
                yield from _name(f"{node.module}.{alias.name}")
    for attribute in document.nodes(ast.Attribute):
        parts = [attribute.attr]
        inner = attribute.value
        while isinstance(inner, ast.Attribute):
            parts.append(inner.attr)
            inner = inner.value
        if isinstance(inner, ast.Name) and inner.id in imported:
            yield from _name(".".join([imported[inner.id], *reversed(parts)]))


def _name(name: str) -> Iterator[tuple[Kind, str]]:
    top, *parts = name.split(".")
    if top in _TENSORFLOW:
        between = list(takewhile(_BETWEEN.__contains__, parts))
        match parts[len(between) :]:
            case ["keras", *inner]:
                yield Kind.PRIVATE if between == ["python"] else Kind.TENSORFLOW, ".".join(inner[:1])
    elif top == "keras":
        yield Kind.ALONE, ".".join(parts[:1])

"""What a session is asked for where an expression is a part of what it gives, as in `run({"step": step})["step"]`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.hooks import asked_by_hook
from farandole.frameworks.tensorflow.session_runs import fetches_of
from farandole.source import Document


def fetched(script: Script, document: Document, node: ast.AST) -> tuple[Document, ast.expr] | None:
    """Give the fetch that an expression is the value of, with its file; None where that is not seen.

    A hook has it as a part of the `results` in its `after_run`, other code of what it has from `run`.
    """
    match node:
        case ast.Subscript(whole, ast.Constant(key)):
            asked = _asked(script, document, whole)
            return _part(script, *asked, key, frozenset()) if asked is not None else None
        case ast.Attribute(attr="results"):
            return asked_by_hook(script, document, node)
    return None


def fetched_at(script: Script, document: Document, run: ast.Call, place: object) -> tuple[Document, ast.expr] | None:
    """Give what a session is asked for at a place, or by a name, of what a call of its `run` gives, with its file."""
    fetches = fetches_of(run)
    return _part(script, document, fetches, place, frozenset()) if fetches is not None else None


def _asked(script: Script, document: Document, node: ast.expr) -> tuple[Document, ast.expr] | None:
    """Give what a session is asked for where it gives an expression as a whole."""
    if not isinstance(node, ast.Name):
        return fetched(script, document, node)
    fetches = fetches_of(script.slices.bound(document, node))
    return (document, fetches) if fetches is not None else None


def _part(
    script: Script, document: Document, fetches: ast.expr, key: object, seen: frozenset[ast.AST]
) -> tuple[Document, ast.expr] | None:
    """Give the fetch at a place of a list, or by a name, that is written out, here or in a function that gives it."""
    match script.slices.bound(document, fetches), key:
        case ((ast.List(elements) | ast.Tuple(elements)), int(place)) if 0 <= place < len(elements):
            return document, elements[place]
        case ast.Dict(keys, values), _:
            named = [value for each, value in zip(keys, values, strict=True) if _is_key(each, key)]
            return _only(document, [*named, *_put(document, fetches, key)])
        case ast.Call(ast.Name("dict"), [], keywords), _:
            named = [each.value for each in keywords if each.arg == key]
            return _only(document, [*named, *_put(document, fetches, key)])
        case ast.Call() as given, _ if given not in seen:
            call = script.call(given)
            returned = [
                (each.site.module.document, value)
                for each in (call.functions if call is not None else ())
                for value in script.slices.returned(each.site.node)
            ]
            return _part(script, *returned[0], key, seen | {given}) if len(returned) == 1 else None
    return None


def _put(document: Document, fetches: ast.expr, key: object) -> Iterator[ast.expr]:
    """Yield what is put by a name into a dictionary that a name stands for, in the scope of that."""
    if not isinstance(fetches, ast.Name):
        return
    for each in document.within(document.scope(fetches), ast.Assign):
        match each.targets:
            case [ast.Subscript(ast.Name(name), put)] if name == fetches.id and _is_key(put, key):
                yield each.value


def _is_key(node: ast.expr | None, key: object) -> bool:
    return isinstance(node, ast.Constant) and node.value == key


def _only(document: Document, found: list[ast.expr]) -> tuple[Document, ast.expr] | None:
    return (document, found[0]) if len(found) == 1 else None

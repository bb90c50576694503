"""The index of a tree's nodes: the same nodes as a walk, in an order in which what is in a node follows it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from farandole.source import parse

TEXT = """\
import os
@wraps(f)
def outer(a, *b, c=1, **d) -> int:
    class Inner(Base, metaclass=M):
        x: int = a[0:2]
    def inner():
        return [each for each in b if each not in d]
    with open(a) as f, g() as (h, i):
        lambda z: z + 1
    match a:
        case {"x": [1, *rest]} if rest:
            pass
    try:
        f"{a!r:>{c}}"
    except* E as e:
        del a, e
outer(1, *[2], k=3, **{})
"""
_SHARED = (ast.expr_context, ast.operator, ast.boolop, ast.unaryop, ast.cmpop)


@pytest.fixture(scope="module")
def document():
    text = TEXT if hasattr(ast, "TryStar") else TEXT.replace("except*", "except")
    return parse(text, Path("program.py"))


def _walked(node):
    return {each for each in ast.walk(node) if not isinstance(each, _SHARED)}


def test_within_a_node_are_the_nodes_that_a_walk_finds(document):
    for node in _walked(document.tree):
        found = document.within(node)
        assert found[0] is node
        assert len(found) == len(set(found))
        assert set(found) == _walked(node)


def test_a_node_contains_what_is_within_it_and_nothing_else(document):
    nodes = document.within(document.tree)
    for outer in nodes:
        inside = _walked(outer)
        assert [each for each in nodes if document.contains(outer, each)] == [each for each in nodes if each in inside]
    assert not document.contains(document.tree, ast.parse("x").body[0])


def test_nodes_of_types_come_outer_before_inner(document):
    found = document.nodes(ast.FunctionDef, ast.ClassDef)
    assert [each.name for each in found] == ["outer", "Inner", "inner"]
    assert document.nodes(ast.Name) == tuple(
        each for each in document.within(document.tree) if isinstance(each, ast.Name)
    )


def test_nodes_of_another_tree_are_in_no_index(document):
    with pytest.raises(KeyError):
        document.within(ast.parse("x").body[0])

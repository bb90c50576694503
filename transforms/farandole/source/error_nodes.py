"""What parso makes no sense of in a text; the only place here that uses parso."""

from __future__ import annotations

from parso import load_grammar  # type: ignore[attr-defined]
from parso.tree import BaseNode, NodeOrLeaf


def error_nodes(source: str, name: str) -> list[tuple[int, int]]:
    """Give the numbers of the first and the last line, from 0, of parso's error nodes.

    parso keeps its tree under `name`, and reads again only what has changed when another text of that name comes.
    """
    pending: list[NodeOrLeaf] = [load_grammar().parse(source, path=name, diff_cache=True)]
    found = set()
    while pending:
        node = pending.pop()
        if node.type in ("error_node", "error_leaf"):
            last = node
            while isinstance(last, BaseNode):
                last = last.children[-1]
            found.add((node.start_pos[0] - 1, last.end_pos[0] - 1))
        if isinstance(node, BaseNode):
            pending += node.children
    return sorted(found)

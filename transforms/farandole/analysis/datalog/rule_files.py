"""Files of Datalog rules: read, checked against the relations that there are, and never run as code.

What is accepted is Datalog with stratified negation and comparisons (Abiteboul, Hull and Vianu, Foundations of
Databases, chapters 12 and 15): no functions, arithmetic, choices, aggregates or scripts, so that whatever follows from
a file is finite.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from farandole.analysis.facts.schema import RELATIONS, Column, Sort

_SYNTAX = re.compile(r":(\d+):\d+(?:-[\d:]+)?: error: (.*?)\n?$", re.DOTALL)

_SIGNS = (">", "<", "<=", ">=", "!=", "=")
"""The signs of comparisons, as clingo numbers them."""

_TEXTS = re.compile(r'%\*.*?\*%|%[^\n]*|"(?:[^"\\\n\0]|\\[\\"n])*"', re.DOTALL)
"""Comments and texts."""


class RuleFileError(Exception):
    """A rule file that can't be used: the file, the line, what is wrong with it and what to do."""

    def __init__(self, path: Path, line: int, reason: str) -> None:
        super().__init__(f"{path}:{line}: {reason}")
        self.path = path
        self.line = line
        self.reason = reason


Term: TypeAlias = "int | str | Variable"


@dataclass(frozen=True)
class Atom:
    """A relation and its terms as the file has them: numbers, texts, and variables by name."""

    name: str
    terms: tuple[Term, ...]


@dataclass(frozen=True)
class Variable:
    """A variable; each `_` is one of its own."""

    name: str


ANONYMOUS = Variable("_")


@dataclass(frozen=True)
class Literal:
    """An atom in the body of a rule, or its negation."""

    atom: Atom
    negated: bool


@dataclass(frozen=True)
class Comparison:
    """Two terms with a sign between them, as `X != Y`."""

    operator: str
    terms: tuple[Term, Term]


@dataclass(frozen=True)
class Clause:
    """A rule of Datalog: `head :- body.`, with the comparisons of its body."""

    line: int
    head: Atom
    body: tuple[Literal, ...]
    comparisons: tuple[Comparison, ...]


@dataclass(frozen=True)
class RuleFile:
    """A file of rules that is right: its text, and what it says."""

    path: Path
    text: str
    clauses: tuple[Clause, ...]


def read(path: Path, outputs: Mapping[str, tuple[Column, ...]]) -> RuleFile:
    """Read and check a file, whose rules may conclude the relations `outputs` and others of its own.

    Raises RuleFileError.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RuleFileError(path, 1, str(getattr(error, "strerror", None) or error).lower()) from error
    rules = tuple(_rules(path, text))
    arities = _arities(path, rules, outputs)
    for rule in rules:
        _check(path, rule, arities, outputs)
    _check_strata(path, rules)
    return RuleFile(path, text, rules)


def _rules(path: Path, text: str) -> Iterator[Clause]:
    from clingo import ast  # noqa: PLC0415  an extra that not everyone has

    _check_characters(path, text)
    found: list[Any] = []
    messages: list[str] = []
    if include := re.search(r"^[ \t]*#include\b", text, re.MULTILINE):
        line = text.count("\n", 0, include.start()) + 1
        raise RuleFileError(path, line, "a file includes no other; name both in `performance-rules`")
    try:
        ast.parse_string(text, found.append, logger=lambda _, message: messages.append(message))
    except (RuntimeError, MemoryError) as error:
        match = _SYNTAX.search(messages[0]) if messages else None
        line, reason = (int(match[1]), match[2]) if match else (1, str(error))
        raise RuleFileError(path, line, f"{' '.join(reason.split())}; a rule is `head(X) :- body(X, Y).`") from error
    for node in found[1:]:  # the first one stands for the beginning of the text
        if str(node.ast_type) != "ASTType.Comment":
            yield _rule(path, node)


def _check_characters(path: Path, text: str) -> None:
    """Refuse what clingo's messages can't name without ending the process: characters that no token begins with."""
    rest = _TEXTS.sub(lambda found: "\n" * found[0].count("\n"), text)
    if wrong := re.search(r'[^\x01-\x7f]|"', rest):
        line = rest.count("\n", 0, wrong.start()) + 1
        if wrong[0] == '"':
            reason = 'a text does not end on its line, or has an escape other than `\\\\`, `\\n` and `\\"`'
        else:
            reason = f"{wrong[0]!r} stands outside of a text"
        raise RuleFileError(path, line, reason)


def _rule(path: Path, node: Any) -> Clause:
    line: int = node.location.begin.line
    if str(node.ast_type) != "ASTType.Rule":
        raise RuleFileError(path, line, f"`{_first(node)}` is no rule; write `head(X) :- body(X, Y).`")
    head = _atom(path, line, node.head)
    if head is None or head[1]:
        raise RuleFileError(path, line, f"the head `{_first(node.head)}` must be one atom")
    body: list[Literal] = []
    comparisons: list[Comparison] = []
    for each in node.body:
        found = _atom(path, line, each)
        if found is not None:
            body.append(Literal(*found))
        else:
            comparisons += _comparisons(path, line, each)
    return Clause(line, head[0], tuple(body), tuple(comparisons))


def _atom(path: Path, line: int, node: Any) -> tuple[Atom, bool] | None:
    """Give the atom of a literal and whether it is negated; None for what is no atom."""
    if str(node.ast_type) != "ASTType.Literal" or str(node.atom.ast_type) != "ASTType.SymbolicAtom":
        return None
    if node.sign not in (0, 1):
        raise RuleFileError(path, line, f"`{_first(node)}` is negated twice")
    symbol = node.atom.symbol
    if str(symbol.ast_type) != "ASTType.Function" or symbol.external or not symbol.arguments:
        raise RuleFileError(path, line, f"`{_first(node)}` is no relation with columns")
    return Atom(symbol.name, tuple(_term(path, line, term) for term in symbol.arguments)), node.sign == 1


def _comparisons(path: Path, line: int, node: Any) -> Iterator[Comparison]:
    if str(node.ast_type) != "ASTType.Literal" or str(node.atom.ast_type) != "ASTType.Comparison" or node.sign:
        raise RuleFileError(path, line, f"`{_first(node)}` is neither an atom nor a comparison such as `X != Y`")
    left = _term(path, line, node.atom.term)
    for guard in node.atom.guards:
        right = _term(path, line, guard.term)
        yield Comparison(_SIGNS[int(guard.comparison)], (left, right))
        left = right


def _term(path: Path, line: int, node: Any) -> Term:
    kind = str(node.ast_type)
    if kind == "ASTType.Variable":
        return Variable(node.name)
    if kind == "ASTType.SymbolicTerm":
        symbol = node.symbol
        if str(symbol.type) == "SymbolType.Number":
            return int(symbol.number)
        if str(symbol.type) == "SymbolType.String":
            return str(symbol.string)
        raise RuleFileError(path, line, f'`{node}` is neither a variable nor a text; write `"{node}"`')
    raise RuleFileError(path, line, f"`{node}` is computed; columns hold variables, whole numbers and texts")


def _arities(path: Path, rules: tuple[Clause, ...], outputs: Mapping[str, tuple[Column, ...]]) -> dict[str, int]:
    """Give the number of columns of each relation: of the facts, of the outputs, and of the file's own."""
    arities = {name: len(relation.columns) for name, relation in RELATIONS.items()}
    arities |= {name: len(columns) for name, columns in outputs.items()}
    for rule in rules:
        if rule.head.name in RELATIONS:
            reason = f"`{rule.head.name}` is a relation of the facts; name your own differently"
            raise RuleFileError(path, rule.line, reason)
        arities.setdefault(rule.head.name, len(rule.head.terms))
    return arities


def _check(path: Path, rule: Clause, arities: Mapping[str, int], outputs: Mapping[str, tuple[Column, ...]]) -> None:
    columns = {**outputs, **{name: relation.columns for name, relation in RELATIONS.items()}}
    for atom in (rule.head, *(literal.atom for literal in rule.body)):
        if atom.name not in arities:
            raise RuleFileError(path, rule.line, f"unknown relation `{atom.name}`{_did_you_mean(atom.name, arities)}")
        known = columns.get(atom.name, ())
        if len(atom.terms) != arities[atom.name]:
            shown = f"{atom.name}({', '.join(column.name for column in known)})" if known else atom.name
            reason = f"`{shown}` has {arities[atom.name]} columns, not {len(atom.terms)}"
            raise RuleFileError(path, rule.line, reason)
        for column, term in zip(known, atom.terms, strict=False):
            if not _fits(column, term):
                kind = "a text" if column.sort is Sort.TEXT else "a whole number"
                reason = f"column {column.name} of `{atom.name}` holds {kind}, not {term!r}"
                raise RuleFileError(path, rule.line, reason)
    bound = {term for literal in rule.body if not literal.negated for term in literal.atom.terms} - {ANONYMOUS}
    for term, where in _to_bind(rule):
        if term not in bound:
            reason = f"variable `{term.name}` stands in {where}, and in no relation of the body that gives it values"
            raise RuleFileError(path, rule.line, reason)


def _to_bind(rule: Clause) -> Iterator[tuple[Variable, str]]:
    """Yield the variables that must have values from elsewhere, and where they stand (safety of a rule)."""
    yield from ((term, "the head") for term in rule.head.terms if isinstance(term, Variable))
    for comparison in rule.comparisons:
        yield from ((term, "a comparison") for term in comparison.terms if isinstance(term, Variable))
    for literal in rule.body:
        for term in literal.atom.terms:
            if literal.negated and isinstance(term, Variable) and term != ANONYMOUS:
                yield term, f"`not {literal.atom.name}`"


def _fits(column: Column, term: Term) -> bool:
    if isinstance(term, Variable) or column.sort is Sort.LITERAL:
        return True
    return isinstance(term, str) == (column.sort is Sort.TEXT)


def _check_strata(path: Path, rules: tuple[Clause, ...]) -> None:
    """Refuse a relation that is computed from its own negation."""
    found = strata(rules)
    for rule in rules:
        if found[rule.head.name] > len(found):
            raise RuleFileError(path, rule.line, f"`{rule.head.name}` depends on its own negation")


def strata(rules: Iterable[Clause]) -> dict[str, int]:
    """Give the stratum of each relation that rules conclude: not below those that they use, above those they negate.

    The strata of relations that are computed from their own negation are more than there are relations.
    """
    found = {rule.head.name: 0 for rule in rules}
    uses = dict.fromkeys((rule.head.name, each.atom.name, each.negated) for rule in rules for each in rule.body)
    changed = True
    while changed:
        changed = False
        for head, used, negated in uses:
            least = found.get(used, 0) + negated
            if found[head] < least and found[head] <= len(found):
                found[head] = least
                changed = True
    return found


def _first(node: object) -> str:
    """Give the first line of what a part of a file says."""
    return str(node).partition("\n")[0]


def _did_you_mean(word: str, known: Mapping[str, int]) -> str:
    close = difflib.get_close_matches(word, known, n=1)
    return f"; did you mean `{close[0]}`?" if close else "; `farandole facts` prints those that there are"

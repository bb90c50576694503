"""What the points-to analysis knows so far: the relations, and who has to be read again when one of them grows."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product
from typing import TypeVar, cast

from farandole.analysis.points_to.lattice import LARGEST_SET, NOTHING, Values, one, widened
from farandole.analysis.points_to.mro import linearise
from farandole.analysis.points_to.relations import (
    ANY,
    Attribute,
    Base,
    Inputs,
    Item,
    Key,
    Keys,
    Parameter,
    Relation,
    Rest,
    Sources,
    Variable,
)
from farandole.analysis.points_to.values import Class, Constant, Container, Instance, Library, Site, Unknown, Value
from farandole.analysis.recognition import Recognition
from farandole.analysis.scopes import Scope, scopes
from farandole.catalog import Catalog
from farandole.project import Project, SourceModule, star_imports

V = TypeVar("V")

Ancestor = Class | Library | Unknown
Reader = ast.AST | Attribute
Mro = tuple[Ancestor, ...]

OBJECT = Library("builtins.object")

_PLAIN = frozenset({OBJECT, *(Library(name) for name in ("abc.ABC", "typing.Generic", "typing.Protocol"))})
"""Python's classes of which a class inherits no members but those of every object."""

MOST_ORDERS = 16
"""A class whose bases may be combined in more ways has an unknown ancestor."""


def _go_on() -> None:
    """Let the analysis go on."""


@dataclass(eq=False, slots=True)
class _Row:
    """What a relation points to, None before anything was put into it, and who is read again when that grows."""

    values: Values | None = None
    readers: dict[Reader, None] = field(default_factory=dict)


class Flow:
    """The analysis of one project; when it is solved, `values` holds what every expression may stand for.

    `callees` tells what a call may call, `modules` in which module it stands, `callers` which calls may enter a
    function, `traced` which functions a library compiles into graphs, `escaped` which ones a library may call, `by_use`
    what names, by their nodes, parameters and attributes hold of which only its use tells what it is, `recognised` the
    objects of which that was told where they are used.
    """

    def __init__(self, project: Project, catalog: Catalog) -> None:
        """Prepare the analysis; nothing is read before `solve`."""
        self.project = project
        self.catalog = catalog
        self.values: dict[ast.expr, Values] = {}
        self.callees: dict[ast.Call, Values] = {}
        self.modules: dict[ast.Call, SourceModule] = {}
        self.scopes: dict[ast.AST, Scope] = {}
        self.traced: set[ast.AST] = set()
        self.instantiated: dict[Class, None] = {}
        self.escaped: dict[ast.AST, None] = {}
        self.passed_by_libraries: set[tuple[ast.AST, str]] = set()
        self._defaults: dict[Parameter, tuple[Values, Site]] = {}
        self._left_out: set[Parameter] = set()
        self.callers: defaultdict[ast.AST, dict[Site, None]] = defaultdict(dict)
        self.recognition = Recognition.of(catalog)
        self.called_methods: dict[ast.AST, dict[str, set[str]]] = {}
        self.generators: set[ast.AST] = set()
        self.handed_back: dict[ast.AST, str] = {}
        self.stars: dict[SourceModule, tuple[str, ...]] = {}
        self.loops = 0
        self.targets_read: dict[ast.AugAssign, ast.expr] = {}
        self.item_classes: dict[ast.AST, object] = {}
        self.proceed: Callable[[], None] = _go_on
        self.queue: dict[ast.AST, None] = {}
        self.unit: ast.AST | None = None
        self._deriving: Attribute | None = None
        self.unresolved: dict[ast.AST, None] = {}
        self.recognised: Values = NOTHING
        self.by_use: dict[ast.AST | Relation, Values] = {}
        self.recognises = False
        self.concludes = False
        self._sites: dict[ast.AST, Site] = {}
        self._rows: dict[Relation, _Row] = {}
        self._readers: defaultdict[Attribute, dict[Reader, None]] = defaultdict(dict)
        self._derived: dict[Attribute, object] = {}
        self._orders: dict[Class, tuple[Mro, ...]] = {}
        self._made_below: set[object] = set()
        self._counted = 0
        self._ordered_for: dict[Reader, None] = {}

    def enter(self, module: SourceModule) -> None:
        """Take a module into the analysis."""
        if module in self.stars:
            return
        self.proceed()  # a long text has just been parsed; its index and its scopes take as long
        self.stars[module] = star_imports(module.document, module.package)
        self.proceed()
        table = scopes(module)
        self.scopes.update(table)
        self.generators.update(map(module.document.scope, module.document.nodes(ast.Yield, ast.YieldFrom)))
        for node in table:
            if isinstance(node, ast.Module) or (module.own and not isinstance(node, ast.ClassDef)):
                self.queue[node] = None

    # Relations.

    def ask(self, relation: Relation) -> Values:
        """Give what a relation points to; the unit at hand is read again whenever that grows."""
        found = self.row(relation)
        return NOTHING if found is None else found

    def row(self, relation: Relation) -> Values | None:
        """Give what a relation points to, as `ask` does; None when nothing was ever put into it."""
        row = self._row(relation)
        self._note_reader(row.readers)
        return row.values

    def _row(self, relation: Relation) -> _Row:
        row = self._rows.get(relation)
        if row is None:
            row = self._rows[relation] = _Row()
        return row

    def _note_reader(self, readers: dict[Reader, None]) -> None:
        reader = self._deriving or self.unit
        if reader is not None:
            readers[reader] = None

    def derived(self, attribute: Attribute, find: Callable[[], V]) -> V:
        """Give what follows from other relations: `find` asks for them, and again when one of them has grown."""
        self._note_reader(self._readers[attribute])
        if attribute not in self._derived:
            outer, self._deriving = self._deriving, attribute
            self._derived[attribute] = find()
            self._deriving = outer
        return cast(V, self._derived[attribute])

    def _read_again(self, readers: Iterable[Reader]) -> None:
        """Queue the units among some readers, and those that have read what was derived by the others."""
        for reader in readers:
            if not isinstance(reader, Attribute):
                self.queue[reader] = None
            elif self._derived.pop(reader, self) is not self:
                self._read_again(self._readers[reader])

    def fill(self, relation: Relation, values: AbstractSet[Value], site: Site) -> None:
        """Put values into a relation; `site` is where it is said to be unknown when these are too many."""
        row = self._row(relation)
        old = row.values
        new = widened(old if old is not None else NOTHING, values, site)
        if old is None or (new is not old and new != old):
            row.values = new
            self._read_again(row.readers)

    def set_default(self, parameter: Parameter, values: Values, site: Site) -> None:
        """Note what a parameter stands for where a call leaves it out."""
        before = self._defaults.get(parameter, (NOTHING, site))[0]
        self._defaults[parameter] = (before | values, site)
        if parameter in self._left_out:
            self.fill(parameter, values, site)

    def leave_out(self, parameter: Parameter) -> None:
        """Note that a call leaves a parameter out."""
        if parameter not in self._left_out:
            self._left_out.add(parameter)
            if parameter in self._defaults:
                self.fill(parameter, *self._defaults[parameter])

    def note(self, node: ast.expr, values: Values) -> None:
        """Add to what an expression may stand for."""
        old = self.values.get(node)
        if old is None and len(values) <= LARGEST_SET:
            self.values[node] = values
        elif old is not values and (old is None or not values <= old):
            self.values[node] = widened(old if old is not None else NOTHING, values, self._here(node))

    def _here(self, node: ast.AST) -> Site:
        assert self.unit is not None
        return self.site(self.scopes[self.unit].module, node)

    def site(self, module: SourceModule, node: ast.AST) -> Site:
        """Give the site of a node, the same each time."""
        site = self._sites.get(node)
        if site is None:
            site = self._sites[node] = Site(module, node)
        return site

    def absent(self, site: Site, why: str) -> Values:
        """Give what stands for something that is not found: nothing yet, unknown when all else is settled."""
        if self.concludes:
            return one(Unknown(site, why))
        if self.unit is not None:
            self.unresolved[self.unit] = None
        return NOTHING

    # Containers and objects.

    def items(self, container: Container) -> Mapping[Key, Values]:
        """Give the items of a container by literal key or index; `ANY` holds the others."""
        keys = [key.value for key in self.ask(Keys(container.site)) if isinstance(key, Constant)]
        return {key: self.ask(Item(container.site, key)) for key in (*keys, ANY)}

    def put(self, container: Container, key: Key, values: AbstractSet[Value]) -> None:
        """Put an item into a container; one that has very many keys keeps no more of them apart."""
        if not isinstance(key, Rest):
            keys = self._row(Keys(container.site)).values or NOTHING
            if len(keys) >= LARGEST_SET and Constant(key) not in keys:
                key = ANY
            else:
                self.fill(Keys(container.site), one(Constant(key)), container.site)
        self.fill(Item(container.site, key), values, container.site)

    def inputs(self, instance: Instance) -> Values:
        """Give the receiver and the arguments of the call that created an instance."""
        return self.ask(Inputs(instance.site))

    def sources(self, container: Container) -> Values:
        """Give what an `enumerate` or `zip` runs over."""
        return self.ask(Sources(container.site))

    # Classes.

    def derive(self, node: ast.ClassDef, position: int, bases: Values, site: Site) -> None:
        """Note what a base of a class may be; every order that was asked for may change by it."""
        old = self.ask(Base(node, position))
        self.fill(Base(node, position), bases, site)
        if self.ask(Base(node, position)) != old:
            self._orders.clear()
            self._read_again(self._ordered_for)

    def bases(self, owner: Class) -> tuple[Values, ...]:
        """Give what each base of a class may be, in the order in which they are written."""
        node = owner.site.node
        assert isinstance(node, ast.ClassDef)
        return tuple(self.ask(Base(node, position)) for position in range(len(node.bases)))

    def stands_for_others(self, value: Instance) -> bool:
        """Say whether an object is whatever a method is called on, of a class of which only classes below are made."""
        owner = value.of
        if not isinstance(owner, Class) or value.site != owner.site or owner in self.instantiated:
            return False
        if len(self.instantiated) != self._counted:
            self._counted = len(self.instantiated)
            self._made_below = {each for made in self.instantiated for each in self.mro(made)}
        return owner in self._made_below

    def mro(self, owner: Class) -> Mro:
        """Give a class and its ancestors, in the order in which Python looks for a method.

        Of the libraries' classes those are given that a project's class names as a base. An `Unknown` among them says
        that the ancestors can't all be followed. Where a base may be one of several classes, the orders come one after
        another.
        """
        return tuple(dict.fromkeys(each for order in self.orders(owner) for each in order))

    def orders(self, owner: Class) -> tuple[Mro, ...]:
        """Give each order of ancestors that a class may have: one, unless a base may be one of several classes."""
        self._note_reader(self._ordered_for)
        if owner not in self._orders:
            self._orders[owner] = self._find_orders(owner)
        return self._orders[owner]

    def _find_orders(self, owner: Class) -> tuple[Mro, ...]:
        classes = self._above(owner)
        choices = {each: [_classes(values) for values in self.bases(each)] for each in classes}
        named = {base for options in choices.values() for option in options for base in option}
        unknown = Unknown(owner.site, "derives from classes whose order can't be told")
        slots = [(each, options) for each, options in choices.items()]
        combinations = 1
        for _, options in slots:
            for option in options:
                combinations *= max(1, len(option))
        if combinations > MOST_ORDERS:
            return ((owner, unknown),)
        found: dict[Mro, None] = {}
        for chosen in product(*(list(product(*(option for option in options if option))) for _, options in slots)):
            table: dict[Ancestor, Sequence[Ancestor]] = {
                each: bases for (each, _), bases in zip(slots, chosen, strict=True)
            }
            order = linearise(cast(Ancestor, owner), partial(self._direct, table))
            kept = (each for each in order or (owner, unknown) if not isinstance(each, Library) or each in named)
            found[tuple(each for each in kept if each not in _PLAIN)] = None
        return tuple(found)

    def _above(self, owner: Class) -> list[Class]:
        found: dict[Class, None] = {}
        pending = [owner]
        while pending:
            each = pending.pop()
            if each not in found:
                found[each] = None
                pending.extend(base for values in self.bases(each) for base in values if isinstance(base, Class))
        return list(found)

    def _direct(self, table: Mapping[Ancestor, Sequence[Ancestor]], owner: Ancestor) -> Sequence[Ancestor]:
        if isinstance(owner, Library):
            if owner == OBJECT:
                return ()
            entry = self.catalog.entry(owner.name)
            return tuple(Library(base) for base in entry.bases) if entry is not None and entry.bases else (OBJECT,)
        return table.get(owner) or (OBJECT,)


Environment = dict[str, Values]


@dataclass(frozen=True)
class Frame:
    """The place in the analysis at which a statement is read: its scope, and what the names of the scope stand for.

    `breaks` and `continues` collect what the names stand for where the loop at hand is left, or begun anew. What one
    that `is_apart` binds is read by no other scope: the script does not run it.
    """

    flow: Flow
    scope: Scope
    environment: Environment
    breaks: list[Environment] = field(default_factory=list)
    continues: list[Environment] = field(default_factory=list)
    is_apart: bool = False

    def site(self, node: ast.AST) -> Site:
        """Give the site of a node of this module."""
        return self.flow.site(self.scope.module, node)

    def copy(self) -> Frame:
        """Give a frame whose names may change independently of this one's."""
        return Frame(self.flow, self.scope, dict(self.environment), self.breaks, self.continues, self.is_apart)

    def apart(self) -> Frame:
        """Give a frame for what the script does not run."""
        return replace(self.copy(), is_apart=True)

    def of_loop(self) -> Frame:
        """Give a frame for the body of a loop."""
        return Frame(self.flow, self.scope, dict(self.environment), is_apart=self.is_apart)

    def become(self, environments: Iterable[Environment]) -> None:
        """Let the names stand for what they do at the end of any of some branches."""
        joined = joined_environments(environments)
        self.environment.clear()
        self.environment.update(joined)

    def bind(self, name: str, values: Values, site: Site) -> None:
        """Give a name a value, here and for those who read it from other scopes."""
        home = self.scope.home(name) or self.scope
        if home is self.scope:
            self.environment[name] = values
        if not self.is_apart:
            self.flow.fill(Variable(home, name), values, site)


def joined_environments(environments: Iterable[Environment]) -> Environment:
    """Join what names stand for at the ends of some branches."""
    joined: Environment = {}
    for environment in environments:
        if not joined:
            joined = dict(environment)
            continue
        for name, values in environment.items():
            old = joined.get(name)
            if old is None:
                joined[name] = values
            elif old is not values:
                joined[name] = old | values
    return joined


def _classes(values: Values) -> tuple[Ancestor, ...]:
    """Give what a base may be; what is no class that can be followed is unknown."""
    classes = [each for each in values if isinstance(each, Class | Library | Unknown)]
    made = [each for each in values if isinstance(each, Instance)]
    return tuple(dict.fromkeys([*classes, *(Unknown(each.site, "makes a class that can't be read") for each in made)]))

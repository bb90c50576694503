"""Questions to the analysis: calls by the names they mean, roles of expressions, and where values come from."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import TypeGuard

from farandole.analysis.def_use import Assignment, DefUse
from farandole.analysis.dictionaries import items_at, items_of
from farandole.analysis.nodes import fields_of_named_tuple, is_main_guard
from farandole.analysis.points_to.flow import Flow
from farandole.analysis.points_to.lattice import NOTHING, Values, join, ordered
from farandole.analysis.points_to.library import applied_functions
from farandole.analysis.points_to.relations import ANY, Result, Variable
from farandole.analysis.points_to.values import (
    Bound,
    Class,
    Constant,
    Container,
    Function,
    Instance,
    Library,
    Site,
    Unknown,
    Value,
)
from farandole.analysis.reachability import reached_scopes
from farandole.analysis.scopes import FunctionNode, Scope, defaulted, parameters, positional
from farandole.catalog import Catalog, Entry
from farandole.project import SourceModule
from farandole.source import Document
from farandole.source.binding import is_special

PARTIAL = "functools.partial"

_LOOKING_UP = frozenset(
    {
        "__dict__",
        "__getattribute__",
        "attrgetter",
        "eval",
        "exec",
        "getattr",
        "globals",
        "import_module",
        "locals",
        "methodcaller",
        "vars",
    }
)
"""What finds a name by a text."""

LONGEST_SHOWN = 60
"""The most characters of an expression that a message shows."""


@dataclass(frozen=True)
class Initialiser:
    """The initialiser of a project's class: its parameters by position, None for any number of them, and the defaults.

    `handing` is the call by which it runs the one above it, if one is seen.
    """

    document: Document
    parameters: tuple[str, ...] | None
    defaults: Mapping[str, ast.expr]
    handing: ast.Call | None


@dataclass(frozen=True, eq=False)
class Call:
    """A call and what it may call.

    `names` are the catalogue's names of library functions, methods and classes, found through inheritance: a method
    called on an instance of a project's class has the name that it has in the library's class from which that one
    derives, and the constructor of a project's class has the names of its library ancestors. `receivers` are the
    objects whose method is called, `functions` the project's functions. `unpacked` is what `**` brings by name, where
    all of it stands in a dictionary that nothing else reads, or in the one call that hands it on; None where it may
    bring more; so with what `functools.partial` brings, which made what is called. `passes_object` tells that the
    object comes before the arguments, as in `Model.fit(model, x)`, and `passed` how many arguments were passed before.
    `initialiser` is the project's that a call runs, None where it runs none.
    """

    document: Document
    node: ast.Call
    names: frozenset[str]
    receivers: frozenset[Instance | Container]
    functions: frozenset[Function]
    entry: Entry | None
    unpacked: Mapping[str, ast.expr] | None = field(default_factory=dict, compare=False)
    passes_object: bool = False
    passed: int = 0
    initialiser: Initialiser | None = field(default=None, compare=False)

    @property
    def assigned_to(self) -> str:
        """The name or attribute that is given what the call gives, as it is written; empty where there is none."""
        match self.document.statement(self.node):
            case ast.Assign(targets=[ast.Name() | ast.Attribute() as target], value=value) if value is self.node:
                return self.document.segment(target)
        return ""

    def argument(self, name: str) -> ast.expr | None:
        """Give the expression passed for a parameter, by keyword or by the position that the catalogue knows."""
        found = self.placed(name)
        return found[1] if found is not None and found[0] is self.document else None

    def placed(self, name: str) -> tuple[Document, ast.expr] | None:
        """Give what is passed for a parameter, with its file: a callback's initialiser may pass it in another."""
        if name in self.named:
            return self.document, self.named[name]
        own = self.initialiser
        if own is not None and own.parameters is not None and own.handing is not None and name not in own.parameters:
            return self._handed_on(own, own.handing, name)
        position = self._position(name)
        given = self.positional
        if position is None or not self.passed <= position < self.passed + len(given):
            return self._by_default(own, name) if own is not None else None
        before = given[: position - self.passed + 1]
        return None if any(isinstance(each, ast.Starred) for each in before) else (self.document, before[-1])

    def _handed_on(self, own: Initialiser, handing: ast.Call, name: str) -> tuple[Document, ast.expr] | None:
        """Give what is passed for a parameter of the library's initialiser: what the project's one is given for it.

        Else a callback has what its own initialiser computes.
        """
        of_class = not isinstance(handing.func, ast.Attribute) or not isinstance(handing.func.value, ast.Call)
        above = replace(self, document=own.document, node=handing, initialiser=None, passes_object=of_class)
        handed = above.placed(name)
        if handed is not None and own.parameters is not None:
            passed_on = handed[1].id if isinstance(handed[1], ast.Name) else ""
            given = self.placed(passed_on) if passed_on in own.parameters else None
            if given is not None:
                return given
        return handed if self._is_callback else None

    def _by_default(self, own: Initialiser, name: str) -> tuple[Document, ast.expr] | None:
        """Give what a callback has for a parameter of its own initialiser that is not given one."""
        return (own.document, own.defaults[name]) if self._is_callback and name in own.defaults else None

    @property
    def _is_callback(self) -> bool:
        return self.entry is not None and self.entry.role == "callback"

    def _position(self, name: str) -> int | None:
        """Give the position of a parameter, of the project's initialiser where one is run."""
        own = self.initialiser.parameters if self.initialiser is not None else None
        if own is not None:
            return own.index(name) if name in own else None
        return self.entry.position(name) if self.entry is not None else None

    @cached_property
    def named(self) -> Mapping[str, ast.expr]:
        """The expressions that are passed by name, also those in a dictionary that `**` brings."""
        own = {each.arg: each.value for each in self.node.keywords if each.arg is not None}
        return {**own, **(self.unpacked or {})}

    def keyword(self, name: str) -> ast.keyword | None:
        """Give the keyword argument of a name."""
        return next((keyword for keyword in self.node.keywords if keyword.arg == name), None)

    @property
    def receiver(self) -> ast.expr | None:
        """The expression of the object whose method this is, or of the module of a function, if there is one."""
        if self.passes_object:
            return self.node.args[0]
        return self.node.func.value if isinstance(self.node.func, ast.Attribute) else None

    @property
    def applied(self) -> ast.expr | None:
        """The argument that is a function, which this method calls with its object, and gives what that gives."""
        name = self.entry.facts.get("applies") if self.entry is not None else None
        return self.argument(name) if isinstance(name, str) and isinstance(self.node.func, ast.Attribute) else None

    @property
    def positional(self) -> list[ast.expr]:
        """The arguments by position, without the object of a method that is taken from its class."""
        return self.node.args[1:] if self.passes_object else self.node.args

    @property
    def arguments(self) -> tuple[ast.expr, ...]:
        """All arguments, the positional ones first; where it is not seen what `*` and `**` bring, what brings it."""
        brought = self.unpacked
        own = (each.value for each in self.node.keywords if each.arg is not None or brought is None)
        return (*self.positional, *own, *(brought or {}).values())

    @property
    def operands(self) -> tuple[ast.expr, ...]:
        """All arguments, and the object of a method after them."""
        return self.arguments if self.receiver is None else (*self.arguments, self.receiver)

    @property
    def hides_arguments(self) -> bool:
        """Whether `*args` or `**kwargs` may pass arguments that can't be seen."""
        return _hides(self.node)

    def may_hide(self, name: str) -> bool:
        """Say whether `*args` or `**kwargs` may pass an argument for a parameter that can't be seen."""
        placed = self.entry is None or self.entry.position(name) is not None
        starred = any(isinstance(each, ast.Starred) for each in self.node.args)
        return (placed and starred) or self.unpacked is None

    @property
    def is_statement(self) -> bool:
        """Whether it is a statement of its own, whose result nothing gets."""
        statement = self.document.statement(self.node)
        return isinstance(statement, ast.Expr) and statement.value is self.node

    @cached_property
    def attribute(self) -> str:
        """The name of the method or function as it is written; its library's where a function has another name here."""
        match self.node.func:
            case ast.Attribute(attr=name):
                return name
            case ast.Name(id=name):
                called = {each.rpartition(".")[2] for each in self.names}
                is_function = len(called) == 1 and min(called).islower() and not self.functions
                return min(called) if is_function else name
        return ""


@dataclass(frozen=True, eq=False)
class Program:
    """What is known of a script and the modules of its project that it reaches.

    `modules` are those that may be edited, the script itself first.
    """

    entry: Document
    modules: tuple[SourceModule, ...]
    catalog: Catalog
    flow: Flow

    def close(self) -> None:
        """Let go of all that has been found out of it, which holds it in turn: then it goes with its last user.

        What is asked after that is found out anew.
        """
        given = {each.name for each in fields(self)}
        for name in [name for name in vars(self) if name not in given]:
            del vars(self)[name]

    @cached_property
    def answers(self) -> dict[Hashable, object]:
        """What has been asked of it, with the answers; see `answered_once`."""
        return {}

    @cached_property
    def documents(self) -> tuple[Document, ...]:
        """The files of the project that the script reaches, itself first."""
        return tuple(module.document for module in self.modules)

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """Every call in the project's files that the script may make, in the order of the text."""
        found = [
            self._call(module, node)
            for node, module in self.flow.modules.items()
            if module.own and self.may_run(module.document, node)
        ]
        order = {document: index for index, document in enumerate(self.documents)}
        return tuple(sorted(found, key=lambda call: (order[call.document], call.node.lineno, call.node.col_offset)))

    def order(self, call: Call) -> int:
        """Give the place of a call among all calls: to sort some by the order of the text."""
        return self._order[call]

    @cached_property
    def _order(self) -> Mapping[Call, int]:
        return {call: index for index, call in enumerate(self.calls)}

    def within(self, node: ast.AST, *kinds: type[ast.AST]) -> Sequence[ast.AST]:
        """Give a node of the project's files and all that is in it, of some types if told; nothing of other files."""
        home = self.home(node)
        return () if home is None else home.within(node, *kinds)

    def home(self, node: ast.AST) -> Document | None:
        """Give the project's file in which a node stands; None for nodes of other files."""
        return self._homes.get(node)

    @cached_property
    def _homes(self) -> Mapping[ast.AST, Document]:
        return {node: document for document in self.documents for node in document.within(document.tree)}

    def may_run(self, document: Document, node: ast.AST) -> bool:
        """Say whether the script may run the code of a node."""
        scope = document.scope(node)
        if isinstance(scope, ast.Module) and document is not self.entry:
            return not any(is_main_guard(each) for each in document.ancestors(node))
        return scope in self._reached

    @cached_property
    def _reached(self) -> frozenset[ast.AST]:
        return reached_scopes(self.flow)

    @cached_property
    def _calls_by_node(self) -> dict[ast.AST, Call]:
        return {call.node: call for call in self.calls}

    def calls_in(self, scope: ast.AST) -> tuple[Call, ...]:
        """Give the calls that stand in a scope itself, not in one inside, in the order of the text."""
        return self._calls_by_scope.get(scope, ())

    @cached_property
    def _calls_by_scope(self) -> Mapping[ast.AST, tuple[Call, ...]]:
        found: dict[ast.AST, list[Call]] = {}
        for call in self.calls:
            found.setdefault(call.document.scope(call.node), []).append(call)
        return {scope: tuple(calls) for scope, calls in found.items()}

    @cached_property
    def _calls_by_name(self) -> dict[str, list[Call]]:
        table: dict[str, list[Call]] = {}
        for call in self.calls:
            for name in call.names:
                table.setdefault(name, []).append(call)
        return table

    def calls_to(self, *names: str) -> tuple[Call, ...]:
        """Give the calls that may mean one of these catalogue names, in the order of the text."""
        self.flow.proceed()
        found = {call for name in names for call in self._calls_by_name.get(name, ())}
        return tuple(sorted(found, key=self.order))

    def calls_to_module(self, module: str) -> tuple[Call, ...]:
        """Give the calls that may mean what a module has, by the beginning of its names, in the order of the text."""
        self.flow.proceed()
        found = {call for name, calls in self._calls_by_name.items() if name.startswith(module) for call in calls}
        return tuple(sorted(found, key=self.order))

    @cached_property
    def _calls_by_fact(self) -> dict[str, list[Call]]:
        table: dict[str, list[Call]] = {}
        for call in self.calls:
            for fact, stated in call.entry.facts.items() if call.entry is not None else ():
                if stated:
                    table.setdefault(fact, []).append(call)
        return table

    def calls_with(self, fact: str) -> Sequence[Call]:
        """Give the calls of which the catalogue states a fact, in the order of the text."""
        self.flow.proceed()
        return self._calls_by_fact.get(fact, ())

    def creations(self, role: str) -> tuple[Call, ...]:
        """Give the calls that create objects of a role (a project's own subclasses included)."""
        return self._creations.get(role, ())

    @cached_property
    def _creations(self) -> Mapping[str | None, tuple[Call, ...]]:
        found: dict[str | None, dict[Call, None]] = {}
        for call in self.calls:
            for each in self.values(call.node):
                if isinstance(each, Instance) and each.site.node is call.node:
                    found.setdefault(self.role_of(each), {})[call] = None
        return {role: tuple(calls) for role, calls in found.items()}

    @cached_property
    def instantiated(self) -> Mapping[ast.AST, tuple[Instance, ...]]:
        """The classes of the project of which calls make objects, or of a class below, with the objects."""
        made = (value for call in self.calls for value in self.values(call.node) if isinstance(value, Instance))
        found: dict[ast.AST, list[Instance]] = {}
        for each in dict.fromkeys(made):
            for ancestor in self.flow.mro(each.of) if isinstance(each.of, Class) else ():
                if isinstance(ancestor, Class):
                    found.setdefault(ancestor.site.node, []).append(each)
        return {definition: tuple(objects) for definition, objects in found.items()}

    def call(self, node: ast.AST) -> Call | None:
        """Give the call of a node, if it is one."""
        return self._calls_by_node.get(node)

    def creation(self, instance: Instance) -> Call | None:
        """Give the call that created an object, when it stands in the project's files."""
        return self._calls_by_node.get(instance.site.node)

    def values(self, node: ast.expr | None) -> Values:
        """Give what an expression may stand for."""
        self.flow.proceed()
        return self.flow.values.get(node, NOTHING) if node is not None else NOTHING

    @cached_property
    def _holders(self) -> Mapping[Value, tuple[ast.Name | ast.Attribute, ...]]:
        found: dict[Value, list[ast.Name | ast.Attribute]] = {}
        for node, values in self.flow.values.items():
            if isinstance(node, ast.Name | ast.Attribute):
                for value in values:
                    found.setdefault(value, []).append(node)
        return {value: tuple(nodes) for value, nodes in found.items()}

    def holders(self, value: Value) -> tuple[ast.Name | ast.Attribute, ...]:
        """Give the names and attributes that may stand for a value, in the order in which they were read."""
        return self._holders.get(value, ())

    def describe(self, unknown: Unknown) -> str:
        """Say what can't be followed, where and why, as a clause."""
        document, node = unknown.site.module.document, unknown.site.node
        text = " ".join(document.segment(node).split())
        shown = text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"
        return f"`{shown}` in {document.place_of(node, self.entry)} {unknown.why}"

    @cached_property
    def library_names(self) -> Mapping[tuple[Scope, str], str]:
        """What names of scopes stand for that stand for one thing of a library, or for None where its import fails."""
        found = {}
        for scope in self.flow.scopes.values():
            for name in scope.names:
                match tuple(self.flow.ask(Variable(scope, name)) - {Constant(None)}):
                    case (Library(meant),):
                        found[scope, name] = meant
        return found

    def names_of(self, node: ast.expr) -> frozenset[str]:
        """Give the catalogue names of library things that an expression may stand for."""
        return frozenset(each.name for each in self.values(node) if isinstance(each, Library))

    def constants(self, node: ast.expr | None) -> frozenset[object]:
        """Give the literal values that an expression may have."""
        return frozenset(each.value for each in self.values(node) if isinstance(each, Constant))

    def standing_for(self, objects: Collection[Value]) -> Iterator[tuple[Document, ast.expr]]:
        """Yield the expressions that may stand for some objects, each with its file: not those that are stored into."""
        for document in self.documents:
            for node in document.nodes(ast.Name, ast.Attribute, ast.Call):
                is_read = isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
                if is_read and isinstance(node, ast.expr) and any(each in objects for each in self.values(node)):
                    yield document, node

    def instances(self, node: ast.expr | None, role: str) -> frozenset[Instance]:
        """Give the objects of a role that an expression may stand for, in the order of the text."""
        wanted = (each for each in self.values(node) if isinstance(each, Instance) and self.role_of(each) == role)
        return ordered(wanted)

    def must_be(self, node: ast.expr | None, wanted: Callable[[Value], bool]) -> bool:
        """Say whether something is known of what an expression may stand for, and all of it is wanted."""
        values = self.values(node)
        return bool(values) and all(map(wanted, values))

    def must_have_role(self, node: ast.expr | None, role: str) -> bool:
        """Say whether an expression is surely an object of a role."""
        return self.must_be(node, lambda value: self.role_of(value) == role)

    def role_of(self, value: Value) -> str | None:
        """Give the role of an object (`optimizer`, `model`, `dataset`, …) by its class and the class's ancestors."""
        if value not in self._roles:
            self._roles[value] = self._find_role(value)
        return self._roles[value]

    @cached_property
    def _roles(self) -> dict[Value, str | None]:
        return {}

    def _find_role(self, value: Value) -> str | None:
        match value:
            case Instance() if value in self._recognised:
                return self.catalog.role(self._recognised[value])
            case Instance(_, Library(name)):
                return self.catalog.role(name)
            case Instance(_, Class() as owner):
                return self.role_of_class(owner)
            case Bound(_, Library(name)):
                return self.catalog.role(name)
        return None

    @cached_property
    def _recognised(self) -> Mapping[Value, str]:
        """The objects of unknown libraries that are used as only those of one class are, with the class."""
        found: dict[Value, str] = {}
        methods: dict[Value, set[str]] = {}
        for node, callees in self.flow.callees.items():
            for callee in callees:
                match callee:
                    case Bound(Instance() as receiver, Library(name)) if self._is_unknown(name):
                        methods.setdefault(receiver, set()).add(name.rpartition(".")[2])
                        if kind := self.flow.recognition.by_arguments(node):
                            found[receiver] = kind
        for used, called in methods.items():
            if kind := self.flow.recognition.by_methods(called):
                found[used] = kind
        return found

    def is_unread(self, value: Value) -> bool:
        """Say whether a value is an object, or the result, of a library of which the catalogue knows nothing."""
        if not isinstance(value, Instance) or not isinstance(value.of, Library):
            return False
        return self.is_unknown(value.of.name)

    def describe_unread(self, values: Iterable[Value]) -> str:
        """Say which of some values, or what they are made from, is of a library of which nothing is known."""
        for each in self.origins(values, self.is_unread):
            if isinstance(each, Instance) and isinstance(each.of, Library) and self.is_unread(each):
                where = each.site.module.document.place_of(each.site.node, self.entry)
                return f"`{each.of.name.removesuffix('()')}` in {where} is of a library that is not known"
        return ""

    def is_unknown(self, name: str) -> bool:
        """Say whether a name is one of a library, but of none that the catalogue knows."""
        return name.partition(".")[0].isidentifier() and self._is_unknown(name)

    def _is_unknown(self, name: str) -> bool:
        package = name.partition(".")[0]
        return self.catalog.entry(name) is None and (package == "?" or not self.catalog.knows(package))

    def role_of_class(self, owner: Class) -> str | None:
        """Give the role that a project's class inherits."""
        roles = (self.catalog.role(name) for name in self.library_ancestors(owner))
        return next((role for role in roles if role is not None), None)

    def library_ancestors(self, owner: Class) -> tuple[str, ...]:
        """Give the catalogue names of the library classes that a project's class derives from."""
        return tuple(each.name for each in self.flow.mro(owner) if isinstance(each, Library))

    def entries(self, call: Call) -> Sequence[Entry]:
        """Give what the catalogue has on each function or class that a call may be of, in the order of their names."""
        return self._entries_of(call.names)

    def _entries_of(self, names: Collection[str]) -> list[Entry]:
        return [entry for name in sorted(names) if (entry := self.catalog.entry(name)) is not None]

    def may_pass(self, call: Call, name: str) -> bool:
        """Say whether `*` or `**` of a call may pass an argument, as a dictionary that lacks its name does not."""
        if not call.may_hide(name):
            return False
        spread = [each.value for each in call.node.keywords if each.arg is None]
        starred = any(isinstance(each, ast.Starred) for each in call.node.args)
        return starred or not all(self._lacks(each, name) for each in spread)

    def _lacks(self, node: ast.expr, name: str) -> bool:
        """Say whether all that an expression may stand for are dictionaries that are seen to be made without a name.

        They are written down, or are what the calls of a function, all of which are seen, give it by `**`.
        """
        values = self.values(node)
        for each in values:
            if not isinstance(each, Container):
                return False
            if items_of(each.site.node) is None and not isinstance(each.site.node, ast.arg):
                return False
            items = self.flow.items(each)
            if name in items or items[ANY]:
                return False
        return bool(values)

    def elements(self, value: Value) -> Values:
        """Give the items of a container."""
        if not isinstance(value, Container):
            return NOTHING
        return join(self.flow.items(value).values())

    def origins(
        self, values: Iterable[Value], wanted: Callable[[Value], bool], barren: set[Value] | None = None
    ) -> Values:
        """Give the nearest wanted values from which these values were computed.

        The search goes back through containers, arguments and receivers, and through what functions that are arguments
        give (as the branches of a condition in a graph), and stops at each wanted value. Several searches for the same
        may share a set of the values that lead to none, which each adds to.
        """
        self.flow.proceed()
        found: set[Value] = set()
        seen: set[Value] = set()
        barren = set() if barren is None else barren
        pending = list(values)
        while pending:
            value = pending.pop()
            if value in seen or value in barren:
                continue
            seen.add(value)
            if wanted(value):
                found.add(value)
                continue
            match value:
                case Instance():
                    pending.extend(self.flow.inputs(value))
                case Container():
                    pending.extend(self.elements(value))
                    pending.extend(self.flow.sources(value))
                case Function(site):
                    pending.extend(self.flow.ask(Result(site.node)))
                case Bound(receiver, member):
                    field = self._field(receiver, member)
                    pending.extend((receiver, member) if field is None else self.values(field))
        if not found:
            barren |= seen
        return Values(found)

    def _field(self, receiver: Value, member: Value) -> ast.expr | None:
        """Give what a named tuple was made with for one of its fields."""
        made = self.creation(receiver) if isinstance(receiver, Instance) else None
        if made is None or made.hides_arguments or not isinstance(member, Library):
            return None
        name = member.name.rpartition(".")[2]
        keyword = made.keyword(name)
        for value in self.values(made.node.func):
            call = self.creation(value) if isinstance(value, Instance) else None
            names = fields_of_named_tuple(call.node) if call is not None else ()
            if name in names:
                place = names.index(name)
                return keyword.value if keyword is not None else (*made.node.args, *[None] * len(names))[place]
        return None

    @cached_property
    def def_use(self) -> DefUse:
        """Where the names and attributes of the project's files are bound and read."""
        return DefUse.of(self.documents, self.flow.scopes)

    def scope(self, document: Document, node: ast.AST) -> Scope:
        """Give the scope that a node belongs to."""
        return self.flow.scopes[document.scope(node)]

    def receiving(self, document: Document, node: ast.AST) -> FunctionNode | None:
        """Give the function of which a node is a parameter's name; None for what is no parameter."""
        home = self.scope(document, node).home(node.id) if isinstance(node, ast.Name) else None
        if home is None or not isinstance(node, ast.Name) or not isinstance(home.node, FunctionNode):
            return None
        return home.node if node.id in {each.arg for each in parameters(home.node)} else None

    def callers(self, function: FunctionNode) -> tuple[Call, ...]:
        """Give the calls in the project's files that may call a function."""
        return self._callers.get(function, ())

    def takers(self, function: ast.AST) -> Sequence[Call]:
        """Give the calls that are given a function, which may run it, or keep it for later."""
        return self._takers.get(function, ())

    @cached_property
    def _takers(self) -> Mapping[ast.AST, Sequence[Call]]:
        found: defaultdict[ast.AST, list[Call]] = defaultdict(list)
        for call in self.calls:
            if call.entry is not None and call.entry.facts.get("names-functions"):
                continue  # what has the object calls them
            for value in ordered(join(map(self.values, call.arguments))):
                given = value.member if isinstance(value, Bound) else value
                if isinstance(given, Function):
                    found[given.site.node].append(call)
        return found

    @cached_property
    def _callers(self) -> Mapping[ast.AST, tuple[Call, ...]]:
        """The calls that may call each function, in the order of the text."""
        places = {call: place for place, call in enumerate(self.calls)}
        found: dict[ast.AST, tuple[Call, ...]] = {}
        for function, sites in self.flow.callers.items():
            calls = (self._calls_by_node.get(site.node) for site in sites)
            found[function] = tuple(sorted((call for call in calls if call is not None), key=places.__getitem__))
        return found

    def entered(self, call: Call) -> tuple[FunctionNode, ...]:
        """Give the project's functions that a call may enter, also the method by which an object is called."""
        return self._entered.get(call.node, ())

    @cached_property
    def _entered(self) -> Mapping[ast.AST, tuple[FunctionNode, ...]]:
        """The functions that each call may enter, in the order of the analysis."""
        found: dict[ast.AST, list[FunctionNode]] = {}
        for function, calls in self._callers.items():
            for call in calls:
                if isinstance(function, FunctionNode):
                    found.setdefault(call.node, []).append(function)
        return {node: tuple(functions) for node, functions in found.items()}

    def is_left_out(self, document: Document, node: ast.AST, seen: frozenset[ast.AST] = frozenset()) -> bool:
        """Say whether nothing in the project runs a node: it stands in a function that is never called, nor named.

        A method of a class with others above it counts as run, since a library may call it; so does what a decorator
        keeps that does more than compile.
        """
        function = self.function(document, node)
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) or function in seen:
            return False
        compiled = len(function.decorator_list) == 1 and function in self.flow.traced
        if (function.decorator_list and not compiled) or _may_be_called_back(document, function):
            return False
        callers = self.callers(function)
        if not callers:
            return function.name not in self.names_used
        return all(self.is_left_out(call.document, call.node, seen | {function}) for call in callers)

    @cached_property
    def names_used(self) -> frozenset[str]:
        """The names and attributes that the project's files use, and the texts by which any may be looked up."""
        if self.names_written.isdisjoint(_LOOKING_UP):
            return self.names_written
        texts = (each.value for document in self.documents for each in document.nodes(ast.Constant))
        return self.names_written | {text for text in texts if isinstance(text, str)}

    @cached_property
    def names_written(self) -> frozenset[str]:
        """The names and attributes that the project's files use."""
        names = (each.id for document in self.documents for each in document.nodes(ast.Name))
        attributes = (each.attr for document in self.documents for each in document.nodes(ast.Attribute))
        return frozenset((*names, *attributes))

    def is_traced(self, document: Document, node: ast.AST) -> bool:
        """Say whether a node runs in a traced graph: in a function that a library compiles, or called by such."""
        return self._tracing_function(document, node, frozenset()) is not None

    def traced_function(self, document: Document, node: ast.AST) -> tuple[Document, FunctionNode] | None:
        """Give the outermost function, compiled into a graph, in which a node runs."""
        return self._tracing_function(document, node, frozenset())

    def is_compiled(self, document: Document, node: ast.AST) -> bool:
        """Say whether a node stands in a function or class that a library compiles to machine code, as Numba does."""
        return any(
            self.catalog.fact(value.name, "compiles")
            for outer in document.ancestors(node)
            for decorator in getattr(outer, "decorator_list", ())
            for value in self.values(decorator.func if isinstance(decorator, ast.Call) else decorator)
            if isinstance(value, Library)
        )

    def _tracing_function(
        self, document: Document, node: ast.AST, seen: frozenset[ast.AST]
    ) -> tuple[Document, FunctionNode] | None:
        function = self.function(document, node)
        if function is None or function in seen:
            return None
        callers = self.callers(function)
        outer = [self._tracing_function(call.document, call.node, seen | {function}) for call in callers]
        if outer and all(outer):
            return outer[0]
        if function in self.flow.traced:
            return document, function
        return self._tracing_function(document, function, seen | {function})

    def function(self, document: Document, node: ast.AST) -> FunctionNode | None:
        """Give the function around a node, None at module level and in a class body."""
        scope = document.scope(node)
        return scope if isinstance(scope, FunctionNode) else None

    def _call(self, module: SourceModule, node: ast.Call) -> Call:
        self.flow.proceed()
        callees = self.flow.callees.get(node, NOTHING)
        names: set[str] = set()
        receivers: set[Instance | Container] = set()
        functions: set[Function] = set()
        own: Initialiser | None = None
        for callee in callees:
            match callee:
                case Library(name):
                    names.add(self._catalogue_name(name))
                case Bound(Instance() | Container() as receiver, Library(name)):
                    if node not in self._hands_over.values():
                        names.add(self._catalogue_name(self._method_name(receiver, name)))
                    receivers.add(receiver)
                case Bound(receiver, Function(site) as function):
                    functions.add(function)
                    receivers.update({receiver} if not isinstance(receiver, Class) else ())
                    names.update(self._overridden(site.node))
                case Function():
                    functions.add(callee)
                case Class():
                    names.update(self.library_ancestors(callee))
                    own = self._initialised(callee)
        entries = self._entries_of(names)
        entry = entries[0] if entries else None
        unpacked, passed = self._brought(module.document, node, entry)
        found = Call(
            module.document,
            node,
            frozenset(names),
            ordered(receivers),
            ordered(functions),
            entry,
            unpacked,
            self._passes_object(node, [each for each in callees if isinstance(each, Bound)]),
            passed,
            own,
        )
        applied = applied_functions(self.values(found.applied)) if found.applied is not None else ()
        return replace(found, functions=frozenset(applied)) if applied else found

    def _initialised(self, owner: Class) -> Initialiser | None:
        """Give the initialiser that a class of the project has, or inherits within that."""
        found = self._initialiser(owner)
        if found is None:
            return None
        home, node = found
        own = None if node.args.vararg is not None else tuple(each.arg for each in positional(node)[1:])
        defaults = {parameter.arg: default for parameter, default in defaulted(node)}
        return Initialiser(home, own, defaults, next(filter(_runs_initialiser, ast.walk(node)), None))

    def _initialiser(self, owner: Class) -> tuple[Document, ast.FunctionDef] | None:
        """Give the initialiser that a class of the project has, or inherits within that, with its file."""
        for each in self.flow.mro(owner):
            body = getattr(each.site.node, "body", ()) if isinstance(each, Class) else ()
            own = next((node for node in body if isinstance(node, ast.FunctionDef) and node.name == "__init__"), None)
            if own is not None and isinstance(each, Class):
                return each.site.module.document, own
        return None

    def _passes_object(self, node: ast.Call, methods: Sequence[Bound]) -> bool:
        """Say whether a call passes the object of the methods that it calls, which it takes from a class."""
        taken = self.values(node.func)
        of_objects = any(isinstance(each, Bound) for each in taken)
        return bool(node.args) and not of_objects and any(each.member in taken for each in methods)

    def _brought(
        self, document: Document, node: ast.Call, entry: Entry | None
    ) -> tuple[Mapping[str, ast.expr] | None, int]:
        """Give what `**` and `functools.partial` bring to a call by name, None if that is not seen, and by position."""
        unpacked = self._unpacked(document, node)
        made = self._partials(document, node) if self._all_partials else ()
        if unpacked is None or not made:
            return unpacked, 0
        most = max(len(each.args) - 1 for each in made)
        only = self.partial_of(document, node)
        if only is None or self.home(only) is not document or _hides(only):
            return None, most
        names = entry.parameters if entry is not None else ()
        by_name = {each.arg: each.value for each in only.keywords if each.arg is not None}
        return {**dict(zip(names, only.args[1:], strict=False)), **by_name, **unpacked}, most

    def partial_of(self, document: Document, node: ast.Call) -> ast.Call | None:
        """Give the call of `functools.partial` that made what a call calls: in its place, or bound to a name once."""
        match self._partials(document, node) if self._all_partials else ():
            case [only] if only is node.func or (
                isinstance(node.func, ast.Name) and self._is_bound_once(document, node.func)
            ):
                return only
        return None

    def partials_of(self, function: ast.AST) -> Sequence[Call]:
        """Give the calls of `functools.partial` that pass something to a function of the project."""
        return self._partials_by_function.get(function, ())

    @cached_property
    def _partials_by_function(self) -> Mapping[ast.AST, Sequence[Call]]:
        found: defaultdict[ast.AST, list[Call]] = defaultdict(list)
        for call in filter(None, map(self.call, self._all_partials)):
            for value in ordered(self.values(call.node)):
                if isinstance(value, Function):
                    found[value.site.node].append(call)
        return found

    def _is_bound_once(self, document: Document, name: ast.Name) -> bool:
        home = self.scope(document, name).home(name.id)
        return home is not None and len(self.def_use.names.get((home, name.id), ())) == 1

    def _partials(self, document: Document, node: ast.Call) -> list[ast.Call]:
        """Give the calls of `functools.partial` that may have made what a call calls."""
        made: Iterable[ast.expr]
        match node.func:
            case ast.Call():
                made = [node.func]
            case ast.Name(name):
                home = self.scope(document, node.func).home(name)
                bound = self.def_use.names.get((home, name), ()) if home is not None else ()
                made = [each.value for each in bound if isinstance(each, Assignment)]
            case ast.Attribute(attr=name):
                made = [each.value for each in self.def_use.attributes.get(name, ())]
            case _:
                made = self._all_partials
        called = self.values(node.func)
        return [
            each
            for each in made
            if isinstance(each, ast.Call)
            and each in self._all_partials
            and len(each.args) + len(each.keywords) > 1
            and not called.isdisjoint(self.values(each))
        ]

    @cached_property
    def _all_partials(self) -> Mapping[ast.Call, None]:
        """The calls of `functools.partial`, in the order of the analysis."""
        partial = Library(PARTIAL)
        return {node: None for node, callees in self.flow.callees.items() if partial in callees}

    def _unpacked(self, document: Document, node: ast.Call) -> Mapping[str, ast.expr] | None:
        """Give what a call is passed by `**` where all of it is seen; else None."""
        found: dict[str, ast.expr] = {}
        for keyword in node.keywords:
            if keyword.arg is None:
                items = self._items(document, keyword.value)
                if items is None:
                    return None
                found |= items
        return found

    def _items(
        self, document: Document, node: ast.expr, seen: frozenset[ast.AST] = frozenset()
    ) -> Mapping[str, ast.expr] | None:
        """Give the items of a dictionary that stands here, under a name read here alone, or is handed on; else None."""
        if isinstance(node, ast.Attribute):
            return self._items_kept(document, node)
        home = self.scope(document, node).home(node.id) if isinstance(node, ast.Name) else None
        if home is None or not isinstance(node, ast.Name):
            return items_of(node)
        definitions = self.def_use.names.get((home, node.id), ())
        uses = self.def_use.uses.get((home, node.id), ())
        if len(definitions) != 1:
            return None
        match definitions[0]:
            case Assignment(part=False, by=ast.Assign([_]), value=value) as only if only.document is document:
                return items_at(document, value, uses, node)
            case Assignment():
                return None
        owner = home.node if len(uses) == 1 else None
        return self._handed_on(owner, node.id, seen) if isinstance(owner, FunctionNode) else None

    def _items_kept(self, document: Document, node: ast.Attribute) -> Mapping[str, ast.expr] | None:
        """Give the items of a dictionary that an attribute keeps, of one value, and read here alone.

        What is read of no variable is told in whichever function it stands.
        """
        read = [
            each
            for other in self.documents
            for each in other.attributes(node.attr)
            if not isinstance(each.ctx, ast.Store)
        ]
        match self.def_use.attributes.get(node.attr, ()):
            case [Assignment(part=False, by=ast.Assign([_]), value=value) as only] if only.document is document:
                items = items_of(value) if read == [node] else None
                return items if items and not any(map(self._reads_variables, items.values())) else None
        return None

    def _reads_variables(self, node: ast.expr) -> bool:
        """Say whether an expression reads a name of more than a module."""
        read = [each for each in self.within(node, ast.Name) if isinstance(each, ast.Name)]
        return not all(self.must_be(each, lambda value: isinstance(value, Library)) for each in read)

    def _handed_on(self, function: FunctionNode, name: str, seen: frozenset[ast.AST]) -> Mapping[str, ast.expr] | None:
        """Give what the calls of a function pass for its `**name`: one call, or nothing; None where others may call it.

        `seen` are the functions that hand it on, whose calls of themselves pass nothing more.
        """
        if function in seen:
            return {}
        calls = self.flow.callers.get(function, {})
        kept = function.args.kwarg is not None and function.args.kwarg.arg == name
        if not kept or not calls or function in self.flow.escaped:
            return None
        given = {site: self._passed_beyond(function, site, seen | {function}) for site in calls}
        if any(each is None for each in given.values()):
            return None
        passed = [(site, each) for site, each in given.items() if each]
        here = self.entry is self.flow.scopes[function].module.document
        if not passed:
            return {}
        (site, items), *others = passed
        return items if here and not others and len(calls) == 1 and site.module.document is self.entry else None

    def _passed_beyond(
        self, function: FunctionNode, site: Site, seen: frozenset[ast.AST]
    ) -> Mapping[str, ast.expr] | None:
        """Give what a call passes by names that are no parameters of a function; None where that can't be seen."""
        if not isinstance(site.node, ast.Call):
            return None
        own = {each.arg for each in parameters(function)}
        found: dict[str, ast.expr] = {}
        for keyword in site.node.keywords:
            if keyword.arg is not None:
                found[keyword.arg] = keyword.value
            else:
                items = self._items(site.module.document, keyword.value, seen)
                if items is None:
                    return None
                found |= items
        return {key: value for key, value in found.items() if key not in own}

    def _overridden(self, method: ast.AST) -> Iterator[str]:
        """Yield the names of the library method that a method overrides, where it hands its arguments over to that."""
        callees = self.flow.callees.get(self._hands_over[method], NOTHING) if method in self._hands_over else NOTHING
        for callee in callees:
            if isinstance(callee, Bound) and isinstance(callee.member, Library):
                yield self._catalogue_name(callee.member.name)

    @cached_property
    def _hands_over(self) -> Mapping[ast.AST, ast.Call]:
        """The calls of `super()` by which methods hand all their arguments over to those that they override."""
        found: dict[ast.AST, ast.Call] = {}
        for node in self.flow.callees:
            match node.func:
                case ast.Attribute(ast.Call(ast.Name("super")), name):
                    method = self.flow.modules[node].document.scope(node)
                    if isinstance(method, ast.FunctionDef) and method.name == name and _passes_all(node, method):
                        found[method] = node
        return found

    def _method_name(self, receiver: Instance | Container, name: str) -> str:
        if receiver in self._recognised:
            return f"{self._recognised[receiver]}.{name.rpartition('.')[2]}"
        return name

    def _catalogue_name(self, name: str) -> str:
        entry = self.catalog.entry(name)
        return entry.name if entry is not None else name

    def __iter__(self) -> Iterator[Document]:
        """Walk over the project's files."""
        return iter(self.documents)


def _runs_initialiser(node: ast.AST) -> TypeGuard[ast.Call]:
    """Say whether a call runs the initialiser above: `super().__init__(...)`, or that of a class for its own object."""
    match node:
        case ast.Call(ast.Attribute(ast.Call(), "__init__")):
            return True
        case ast.Call(ast.Attribute(ast.Name() | ast.Attribute(), "__init__"), [ast.Name(), *_]):
            return True
    return False


def _hides(call: ast.Call) -> bool:
    """Say whether `*` or `**` may pass arguments that can't be seen."""
    return any(isinstance(each, ast.Starred) for each in call.args) or any(each.arg is None for each in call.keywords)


def _passes_all(call: ast.Call, method: ast.FunctionDef) -> bool:
    """Say whether a call passes on what a method is given, as it is: each in its place, or by its name."""
    arguments = method.args
    if not _leaves_as_given(method):
        return False
    names = [each.arg for each in positional(method)][1:]
    given = [ast.unparse(each) for each in call.args]
    expected = [*names, f"*{arguments.vararg.arg}"] if arguments.vararg is not None else names
    by_name = {each.arg or f"**{ast.unparse(each.value)}": ast.unparse(each.value) for each in call.keywords}
    rest = [*expected[len(given) :], *(each.arg for each in arguments.kwonlyargs)]
    if arguments.kwarg is not None and by_name.pop(f"**{arguments.kwarg.arg}", None) is None:
        return False
    return given == expected[: len(given)] and by_name == {name: name for name in rest}


def _leaves_as_given(method: ast.FunctionDef) -> bool:
    """Say whether a method adds no default, rebinds no parameter and does no more with its `**` than to pass it on."""
    defaults = [*method.args.defaults, *(each for each in method.args.kw_defaults if each is not None)]
    if not all(isinstance(each, ast.Constant) and each.value is None for each in defaults):
        return False
    names = {each.arg for each in parameters(method)}
    uses = [each for each in ast.walk(method) if isinstance(each, ast.Name) and each.id in names]
    packed = method.args.kwarg.arg if method.args.kwarg is not None else ""
    return all(isinstance(each.ctx, ast.Load) for each in uses) and sum(each.id == packed for each in uses) <= 1


def _may_be_called_back(document: Document, function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Say whether a function is a method that a library may call: by a special name, or as that of a class above."""
    owner = document.owner(function)
    if not isinstance(owner, ast.ClassDef):
        return False
    plain = all(isinstance(each, ast.Name) and each.id == "object" for each in owner.bases) and not owner.keywords
    return not plain or bool(owner.decorator_list) or is_special(function.name)

"""What is stored in the attributes of objects, classes, functions and modules."""

from __future__ import annotations

from farandole.analysis.points_to.flow import Flow
from farandole.analysis.points_to.lattice import Values
from farandole.analysis.points_to.relations import Field, Member, Rest, Variable
from farandole.analysis.points_to.values import Class, Function, Instance, Library, ProjectModule, Site, Value


def store(flow: Flow, receiver: Value, name: str | Rest, values: Values, site: Site) -> None:
    """Store values in an attribute; `ANY` is a name that is not literal."""
    match receiver:
        case Instance(_, Class(made)) | Class(made) | Instance(made, Library()) | Function(made):
            flow.fill(Field(made.node, name), values, site)
        case ProjectModule(module) if isinstance(name, str):
            flow.fill(Variable(flow.scopes[module.document.tree], name), values, site)
        case Library(qualified) if isinstance(name, str):
            flow.fill(Member(qualified, name), values, site)

"""Which module a name means: the project's own files, every import form, and libraries found by jedi."""

from __future__ import annotations

from farandole.project.imports import Binding, bindings, star_imports
from farandole.project.project import Project, SourceModule

__all__ = ["Binding", "Project", "SourceModule", "bindings", "star_imports"]

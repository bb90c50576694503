"""The client's settings, and the options that follow from them and from `pyproject.toml`, which comes first."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from farandole.options import Options, names
from farandole.project.libraries import own_packages, packages_of
from farandole.rules.rule import Severity
from farandole.settings import WrongOption, load, options_from
from lsprotocol import types

SECTION = "farandole"

SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFORMATION: types.DiagnosticSeverity.Information,
    Severity.HINT: types.DiagnosticSeverity.Hint,
    Severity.NONE: None,
}
MISSING_STEPS = ("auto", *(severity.value for severity in Severity))
_OPTIONS = (
    "learningRateScaling",
    "data",
    "select",
    "ignore",
    "exclude",
    "catalog",
    "performanceRules",
    "performanceSpeculations",
    "replacements",
    "largestFile",
    "lineLength",
)


@dataclass(frozen=True)
class Settings:
    """What a client has set for a folder of the workspace; every field has the default of the documentation.

    `options` are those of `[tool.farandole]`, in the client's spelling. `severity` maps codes, or prefixes of codes, to
    a severity or `off`; `missing_steps` is that of missing steps and of what is in their way. `python` is the
    interpreter, or virtual environment, of the project. `delay` is in seconds.
    """

    options: Mapping[str, object] = field(default_factory=dict)
    severity: Mapping[str, str] = field(default_factory=dict)
    missing_steps: str = "auto"
    code_lens: bool = True
    inlay_hints: bool = False
    processes: int = 2
    python: str = ""
    delay: float = 0.01

    @classmethod
    def read(cls, table: object) -> tuple[Settings, tuple[str, ...]]:
        """Give the settings of a client's table, and what is wrong with those that are left out."""
        if not isinstance(table, Mapping):
            return cls(), () if table is None else ("the settings must be an object",)
        fields: dict[str, Any] = {}
        wrong = []
        for key, value in table.items():
            if key in _OPTIONS:
                fields["options"] = (
                    {**fields.get("options", {}), key: value} if value is not None else fields.get("options", {})
                )
            elif key in _READERS:
                name, reader = _READERS[key]
                try:
                    fields[name] = reader(value)
                except ValueError as error:
                    wrong.append(f"`{SECTION}.{key}`: {error}")
        return cls(**fields), tuple(wrong)

    def options_for(self, path: Path, root: Path) -> Options:
        """Give the options for a script in the folder `root`; raises SettingsError or WrongOption."""
        table = {_kebab(key): value for key, value in self.options.items()}
        return load(path, options_from(table, root))

    def severity_for(self, code: str) -> Severity | None:
        """Give what is set for a code, None when nothing is; the longest prefix decides."""
        matching = [prefix for prefix in self.severity if names([prefix], code)]
        return Severity(self.severity[max(matching, key=len)]) if matching else None

    def packages(self, root: Path, trusted: bool) -> tuple[str, ...]:
        """Give the `site-packages` folders for a project: of `python`, else the project's own if trusted."""
        if self.python:
            interpreter = root / Path(self.python).expanduser()
            environment = interpreter if os.path.isdir(interpreter) else interpreter.parent.parent
            inside = environment.is_relative_to(root)
            return packages_of(environment) if trusted or not inside else ()
        return own_packages(root) if trusted else ()

    def interpreter(self, root: Path) -> Path | None:
        """Give the interpreter that `python` names, itself or by its virtual environment; None when it is not set."""
        if not self.python:
            return None
        path = root / Path(self.python).expanduser()
        inside = (path / name for name in ("bin/python", "Scripts/python.exe"))
        return next((each for each in inside if os.path.exists(each)), path)


def option_problem(settings: Settings, root: Path) -> str | None:
    """Say what is wrong with the options that the client has set."""
    try:
        options_from({_kebab(key): value for key, value in settings.options.items()}, root)
    except WrongOption as error:
        return str(error)
    return None


def _kebab(key: str) -> str:
    return re.sub("[A-Z]", lambda found: f"-{found[0].lower()}", key)


def _severities(value: object) -> Mapping[str, str]:
    if not isinstance(value, Mapping):
        raise ValueError("must be an object of codes and severities")
    for code, severity in value.items():
        if severity not in [each.value for each in Severity]:
            raise ValueError(f"`{severity}` for {code} is none of {', '.join(each.value for each in Severity)}")
    return dict(value)


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"must be true or false, not {value!r}")
    return value


def _count(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise ValueError(f"must be a number from 1, not {value!r}")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"must be a string, not {value!r}")
    return value


def _milliseconds(value: object) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or value < 0:
        raise ValueError(f"must be milliseconds, not {value!r}")
    return value / 1000


def _missing_steps(value: object) -> str:
    if value not in MISSING_STEPS:
        raise ValueError(f"must be one of {', '.join(MISSING_STEPS)}, not {value!r}")
    return str(value)


_READERS: Mapping[str, tuple[str, Any]] = {
    "missingSteps": ("missing_steps", _missing_steps),
    "severity": ("severity", _severities),
    "codeLens": ("code_lens", _flag),
    "inlayHints": ("inlay_hints", _flag),
    "processes": ("processes", _count),
    "python": ("python", _text),
    "delay": ("delay", _milliseconds),
}

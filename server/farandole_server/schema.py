"""The settings as a JSON schema, for clients that show them to the user."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

from farandole.options import DataDivision, LearningRateScaling, Options, Speculation
from farandole.rules.families import FAMILIES
from farandole.rules.rule import Severity

from farandole_server.configuration import MISSING_STEPS, SECTION, Settings

Schema = dict[str, Any]


def settings_schema() -> Schema:
    """Give the schema of the section `farandole`: each setting, by its dotted name, with default and description."""
    return {
        "title": "Farandole",
        "type": "object",
        "properties": {f"{SECTION}.{name}": schema for name, schema in _settings().items()},
    }


def _settings() -> Mapping[str, Schema]:
    default = Settings()
    return {
        "learningRateScaling": _choice(
            LearningRateScaling,
            "How the learning rate grows with the number of processes.",
            ("in proportion to it", "with its square root", "not at all"),
        ),
        "data": _choice(
            DataDivision,
            "How the work is divided among the processes.",
            (
                "each process gets its share of the data",
                "each process gets its share of the steps",
                "each process does all of it",
            ),
        ),
        "select": _codes("Only the rules with these codes, or prefixes of codes, count. Empty means all."),
        "ignore": _codes("The rules with these codes, or prefixes of codes, don't count."),
        "exclude": _strings("Files and folders to leave out when the workspace is searched; ** stands for any."),
        "catalog": _strings(
            "Files with the project's own optimizers, schedules, models and writers, relative to the folder."
        ),
        "performanceRules": _strings(
            "Files with the project's own rules for inefficient code, in Datalog, relative to the folder; "
            "* and ** stand for any."
        ),
        "performanceSpeculations": {
            "type": "array",
            "items": {"type": "string", "enum": [each.value for each in Speculation]},
            "default": [each.value for each in Speculation],
            "description": "What findings of inefficient code may assume of code that can't be seen through: access to "
            "attributes and items has no side effect, types are told by names, what becomes one tensor has one type "
            "and shape, branches give one type, input and output have no unexpected effect, unread code does what its "
            "name says.",
        },
        "replacements": _strings(
            "Files with the project's own synthetic data for quick proofs of conversions, relative to the folder."
        ),
        "largestFile": {
            "type": "integer",
            "minimum": 1,
            "default": Options().largest_file,
            "description": "The size in bytes of the largest file that is read; larger ones are left alone.",
        },
        "lineLength": {
            "type": "integer",
            "minimum": 0,
            "default": Options().line_length,
            "description": "How long lines may be that are written; longer ones are broken as Black does. 0 means what "
            "Black, Ruff, YAPF or autopep8 is set to in pyproject.toml, or else the file's longest line.",
        },
        "severity": {
            "type": "object",
            "default": dict(default.severity),
            "propertyNames": {"pattern": _codes_pattern()},
            "additionalProperties": {"type": "string", "enum": [each.value for each in Severity]},
            "description": "How findings are shown, by code or prefix of codes: "
            '{"HVD1": "hint", "HVD103": "off"}. The longest prefix decides.',
        },
        "missingSteps": {
            "type": "string",
            "default": default.missing_steps,
            "enum": list(MISSING_STEPS),
            "enumDescriptions": [
                "as hints until the script uses Horovod, then as warnings, and as errors where it trains wrongly",
                "always as errors",
                "always as warnings",
                "always as informations",
                "always as hints: in the hover, the light bulb and the lens",
                "not at all",
            ],
            "description": "How missing steps, and what is in their way, are shown.",
        },
        "codeLens": _flag(default.code_lens, "Show a lens over each training."),
        "inlayHints": _flag(default.inlay_hints, "Show learning rates and batches as they are with several processes."),
        "processes": {
            "type": "integer",
            "default": default.processes,
            "minimum": 1,
            "description": "The number of processes for inlay hints, Verify and tasks.",
        },
        "python": {
            "type": "string",
            "default": default.python,
            "description": "The project's interpreter or virtual environment: where installed libraries are "
            "read, and what Verify runs.",
        },
        "delay": {
            "type": "number",
            "default": round(default.delay * 1000),
            "minimum": 0,
            "description": "Milliseconds without a change after which diagnostics are made anew.",
        },
    }


def _choice(kind: type[Enum], description: str, meanings: tuple[str, ...]) -> Schema:
    values = [member.value for member in kind]
    return {
        "type": "string",
        "default": values[0],
        "enum": values,
        "enumDescriptions": list(meanings),
        "description": description,
    }


def _strings(description: str) -> Schema:
    return {"type": "array", "default": [], "items": {"type": "string"}, "description": description}


def _codes(description: str) -> Schema:
    return {**_strings(description), "items": {"type": "string", "pattern": _codes_pattern()}, "uniqueItems": True}


def _codes_pattern() -> str:
    """Give a pattern of the codes of all families, and of their prefixes."""
    shorter = {family.prefix[:end] for family in FAMILIES for end in range(1, len(family.prefix))}
    codes = [rf"{family.prefix}\d{{0,2}}" for family in FAMILIES]
    return f"^({'|'.join([*sorted(shorter), *codes])})$"


def _flag(default: bool, description: str) -> Schema:
    return {"type": "boolean", "default": default, "description": description}

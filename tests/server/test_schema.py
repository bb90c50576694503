"""The schema of the settings says what the server reads."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from farandole_server.configuration import Settings, option_problem
from farandole_server.schema import settings_schema

PROPERTIES = {name.removeprefix("farandole."): schema for name, schema in settings_schema()["properties"].items()}
DOCUMENTED = Path(__file__).parents[2] / "docs" / "server.md"


def problem(name: str, value: object) -> object:
    settings, wrong = Settings.read({name: value})
    return wrong or option_problem(settings, Path.cwd())


@pytest.mark.parametrize("name", PROPERTIES)
def test_defaults_are_those_of_the_server(name: str) -> None:
    settings, wrong = Settings.read({name: PROPERTIES[name]["default"]})
    assert not wrong
    assert settings.options_for(Path("/a.py"), Path("/")) == Settings().options_for(Path("/a.py"), Path("/"))
    assert Settings(settings.options) == settings


@pytest.mark.parametrize("name", [name for name, schema in PROPERTIES.items() if "enum" in schema])
def test_each_choice_is_taken_and_no_other(name: str) -> None:
    schema = PROPERTIES[name]
    assert len(schema["enumDescriptions"]) == len(schema["enum"])
    assert [value for value in schema["enum"] if problem(name, value)] == []
    assert problem(name, "other")


@pytest.mark.parametrize("code", ["HVD1", "HVD103", "HVD", "HVD9", "", "103", "HVD1030"])
def test_the_codes_of_the_schema_are_those_that_are_taken(code: str) -> None:
    matches = re.search(PROPERTIES["select"]["items"]["pattern"], code) is not None
    assert matches == (problem("select", [code]) is None)


def test_every_documented_setting_has_a_schema() -> None:
    table = (
        DOCUMENTED.read_text(encoding="utf-8").partition("## Settings")[2].partition("With `initializationOptions`")[0]
    )
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", table, re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"\w+", row)} == set(PROPERTIES)

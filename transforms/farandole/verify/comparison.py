"""Compare the variables that processes noted: `python comparison.py` with pairs of folders as JSON on its input.

Executed by path with the user's interpreter, which has numpy. For each pair it prints what differs: the names when the
two do not have the same variables, or else one entry for each variable that is not equal bit for bit.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

import numpy


def noted(folder: str) -> tuple[list[str], list[Any], list[bool]]:
    """Names, values and whether they were trained, of the variables that one process noted."""
    with open(os.path.join(folder, "observation.json"), encoding="utf-8") as file:
        variables = json.load(file)["variables"]
    path = os.path.join(folder, "variables.npz")
    if not os.path.exists(path):
        return [], [], []
    with numpy.load(path, allow_pickle=False) as stored:
        values = [stored[str(number)] for number in range(len(variables))]
    return [variable["name"] for variable in variables], values, [variable["trained"] for variable in variables]


def compare(first: str, second: str) -> dict[str, Any]:
    """Give what differs between the variables of two processes.

    All are compared, or only the trained ones where one process holds more that were not.
    """
    first_names, first_values, first_trained = noted(first)
    second_names, second_values, second_trained = noted(second)
    shapes = [[value.shape for value in values] for values in (first_values, second_values)]
    if shapes[0] != shapes[1]:
        first_names, first_values = only(first_names, first_values, first_trained)
        second_names, second_values = only(second_names, second_values, second_trained)
        shapes = [[value.shape for value in values] for values in (first_values, second_values)]
    if shapes[0] != shapes[1]:
        return {"count": len(first_names), "others": second_names, "not_finite": [], "different": []}
    different = []
    for name, one, other in zip(first_names, first_values, second_values):  # noqa: B905 - the user's Python may be older than 3.10
        if one.tobytes() == other.tobytes():
            continue
        one, other = one.astype("float64"), other.astype("float64")  # noqa: PLW2901
        different.append(
            {
                "name": name,
                "most": float(numpy.max(numpy.abs(one - other), initial=0.0)),
                "distance": float(numpy.linalg.norm(one - other)),
                "length": float(numpy.linalg.norm(one)),
                "elements": one.size,
            }
        )
    return {
        "count": len(first_names),
        "others": None,
        "not_finite": [name for name, value in zip(first_names, first_values) if not finite(value)],  # noqa: B905
        "different": different,
    }


def finite(value: Any) -> bool:
    """Tell whether all elements are numbers."""
    return bool(numpy.all(numpy.isfinite(value.astype("float64"))))


def only(names: list[str], values: list[Any], wanted: list[bool]) -> tuple[list[str], list[Any]]:
    """Give the names and values of the wanted."""
    chosen = [number for number, is_wanted in enumerate(wanted) if is_wanted]
    return [names[number] for number in chosen], [values[number] for number in chosen]


if __name__ == "__main__":
    json.dump([compare(first, second) for first, second in json.load(sys.stdin)], sys.stdout)

"""Questions about a program or document that several parts of the engine ask, each answered once."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")


class Answering(Protocol):
    """What keeps its answers, by the question and what it is asked with."""

    @property
    def answers(self) -> dict[Hashable, object]:
        """The answers that it has given so far."""
        ...


About = TypeVar("About", bound=Answering)


def answered_once(question: Callable[Concatenate[About, Asked], Answer]) -> Callable[Concatenate[About, Asked], Answer]:
    """Let a pure function of a program or document answer once for the same arguments; its answers are immutable."""

    @wraps(question)
    def answer(about: About, /, *asked: Asked.args, **named: Asked.kwargs) -> Answer:
        key = (question, asked, *named.items())
        if key not in about.answers:
            about.answers[key] = question(about, *asked, **named)
        return about.answers[key]  # type: ignore[return-value]  # it is the answer to this question

    return answer

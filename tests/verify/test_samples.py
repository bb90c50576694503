"""Which of the sources of samples fed training, told from the order of events and from what entered the steps."""

from __future__ import annotations

from farandole.verify.observer.samples import CALLED, DRAWN, ENTERED, STEPPED, Event, fed

TRAIN, TEST, INNER = 0, 1, 2


def drawn(source: int, array: str = "") -> Event:
    return Event(DRAWN, source, ("sample",), frozenset([array]) if array else frozenset())


STEP, CALL = Event(STEPPED), Event(CALLED)


def test_what_is_drawn_before_each_step_is_for_training() -> None:
    assert fed([drawn(TRAIN), STEP, drawn(TRAIN), STEP]) == {TRAIN}


def test_an_evaluation_at_the_end_of_each_epoch_is_not() -> None:
    assert fed([drawn(TRAIN), STEP, drawn(TEST), drawn(TEST), drawn(TRAIN), STEP]) == {TRAIN}


def test_a_second_iterator_that_is_evaluated_before_each_step_is_not_for_training() -> None:
    window = [drawn(TRAIN, "a"), drawn(TEST, "b"), Event(ENTERED, INNER, ("sample",), frozenset(["a", "labels"])), STEP]
    assert fed(window * 3) == {TRAIN, INNER}


def test_two_data_sets_that_enter_one_step_are_both_for_training() -> None:
    window = [drawn(TRAIN, "a"), drawn(TEST, "b"), Event(ENTERED, INNER, ("sample",), frozenset(["a", "b"])), STEP]
    assert fed(window * 3) == {TRAIN, TEST, INNER}


def test_what_is_drawn_within_the_call_that_takes_a_step_is_for_training() -> None:
    assert fed([CALL, drawn(TEST), CALL, drawn(TRAIN), STEP, CALL, drawn(TEST), CALL, drawn(TRAIN), STEP]) == {TRAIN}


def test_batches_that_are_prepared_before_they_enter_are_told_by_their_order() -> None:
    window = [drawn(TRAIN, "a"), Event(ENTERED, INNER, ("sample",), frozenset(["a cast"])), STEP]
    assert fed(window * 3) == {TRAIN, INNER}

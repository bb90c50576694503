"""Rule files: what is accepted, what is refused and how, and what follows from one."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from farandole.analysis.datalog import engine
from farandole.analysis.datalog.asking import TooManyStepsError, ask
from farandole.analysis.datalog.engine import DatalogError, conclude, conclude_within_limits
from farandole.analysis.datalog.plans import Rules
from farandole.analysis.datalog.programs import program_of
from farandole.analysis.datalog.rule_files import RuleFileError, read
from farandole.analysis.facts.database import Facts
from farandole.analysis.facts.schema import RELATIONS, Column, Sort
from farandole.frameworks.analyse import analyse
from farandole.options import Options
from farandole.rules import all_rules
from farandole.rules.families import INEFFICIENT
from farandole.rules.performance.found import OUTPUTS, own_files, own_rules

FINDING = {"finding": (Column("Node", Sort.NODE), Column("Message", Sort.TEXT))}
RIGHT = """\
% loops in loops
inner(Loop) :- loop(Loop, _), in_loop(Loop, Outer), loop(Outer, "For").
finding(Loop, "outer") :- loop(Loop, "For"), not inner(Loop), Loop != 0.
"""


def written(text: str, folder: Path) -> Path:
    path = folder / "mine.lp"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_is_read_and_concluded_from(tmp_path: Path) -> None:
    script = tmp_path / "train.py"
    script.write_text("for i in x:\n    for j in i:\n        pass\n", encoding="utf-8")
    file = read(written(RIGHT, tmp_path), FINDING)
    program = program_of(Facts(analyse(script, Options())), [file], FINDING)
    assert program is not None
    assert conclude(program, FINDING) == {"finding": ((2, "outer"),)}
    assert conclude_within_limits(program, FINDING) == conclude(program, FINDING)


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ('finding(L, "x") :- loop(L, "While").', None),
        ('finding(L, "x") :- mine(L). mine(L) :- loop(L, "While").', None),
        ('mine(L) :- loop(L, "For").', None),
        ('finding(L, "x") :- loop(L, "For"), not statement(L, "With").', {"loop"}),
        ('finding(S, "x") :- statement(S, "For").\nfinding(C, "y") :- call(C), part(C, _).', {"statement"}),
    ],
)
def test_a_program_has_the_facts_that_its_rules_can_use(text: str, facts: set[str] | None, tmp_path: Path) -> None:
    script = tmp_path / "train.py"
    script.write_text("for i in x:\n    pass\n", encoding="utf-8")
    file = read(written(text, tmp_path), FINDING)
    program = program_of(Facts(analyse(script, Options())), [file], FINDING)
    if facts is None:
        assert program is None
    else:
        assert program is not None
        assert {line.partition("(")[0] for line in program.removeprefix(file.text).split()} == facts


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ('\nfinding(L, "x") :- lop(L, _).', 2, "unknown relation `lop`; did you mean `loop`?"),
        ('finding(L, "x") :- zzz(L).', 1, "unknown relation `zzz`; `farandole facts` prints"),
        ('finding(L, "x") :- loop(L).', 1, "`loop(Loop, Kind)` has 2 columns, not 1"),
        ("finding(L) :- loop(L, _).", 1, "`finding(Node, Message)` has 2 columns, not 1"),
        ("mine(L) :- loop(L, K), mine(L, K).", 1, "`mine` has 1 columns, not 2"),
        ('finding(X, "x") :- loop(L, _).', 1, "variable `X` stands in the head, and in no relation of the body"),
        ('finding(_, "x") :- loop(_, _).', 1, "variable `_` stands in the head"),
        ('finding(L, "x") :- loop(L, _), not in_loop(L, M).', 1, "variable `M` stands in `not in_loop`"),
        ('finding(L, "x") :- loop(L, _), L != M.', 1, "variable `M` stands in a comparison"),
        ('finding(L, "x") :- loop(L, for).', 1, '`for` is neither a variable nor a text; write `"for"`'),
        ('finding(L, "x") :- loop(L, 3).', 1, "column Kind of `loop` holds a text, not 3"),
        ('finding(L, "x") :- loop("L", _).', 1, "column Loop of `loop` holds a whole number, not 'L'"),
        ('finding(L, "x") :- turns(L, N), M = N + 1, M > 3.', 1, "is computed"),
        ("loop(L, K) :- loop(L, K).", 1, "`loop` is a relation of the facts; name your own differently"),
        ("a(L) :- loop(L, _), not b(L).\nb(L) :- loop(L, _), not a(L).", 1, "depends on its own negation"),
        ("{ a(L) } :- loop(L, _).", 1, "the head `{ a(L) }` must be one atom"),
        (":- loop(L, _).", 1, "the head `#false` must be one atom"),
        ("a(L) :- loop(L, _), #count { X: loop(X, _) } > 3.", 1, "is neither an atom nor a comparison"),
        ("a(@now(L)) :- loop(L, _).", 1, "is computed"),
        ("#script (python)\nprint(1)\n#end.", 1, "is no rule"),
        ("#const n = 3.", 1, "is no rule"),
        ('a(1).\n#include "other.lp".', 2, "a file includes no other"),
        ("a(L) :- loop(L, _)\nb(L) :- loop(L, _).", 2, "syntax error"),
        ("a :- loop(_, _).", 1, "`a` is no relation with columns"),
        ('% ö is fine\nfinding(L, "ö") :- loop(L, ö).', 2, "'ö' stands outside of a text"),
        ('finding(L, "ö) :- loop(L, _).', 1, "a text does not end on its line"),
        ('finding(L, "\\x") :- loop(L, _).', 1, "a text does not end on its line, or has an escape"),
        ("a(L) :- loop(L, _).\n\0", 2, "'\\x00' stands outside of a text"),
    ],
)
def test_a_wrong_file_is_refused_with_its_line_and_a_reason(text: str, line: int, reason: str, tmp_path: Path) -> None:
    path = written(text, tmp_path)
    with pytest.raises(RuleFileError) as caught:
        read(path, FINDING)
    assert (caught.value.path, caught.value.line) == (path, line)
    assert reason in caught.value.reason


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RuleFileError, match="no such file"):
        read(tmp_path / "none.lp", FINDING)


def test_texts_of_any_kind_are_concluded_from(tmp_path: Path) -> None:
    script = tmp_path / "train.py"
    script.write_text('x = ["é", "a\\0é", "\\ud800", "\\\\n", "\\r", "\\""]\n', encoding="utf-8")
    file = read(written('finding(E, "text") :- value(E, _), expression(E, "Constant").', tmp_path), FINDING)
    program = program_of(Facts(analyse(script, Options())), [file], FINDING)
    assert program is not None
    assert len(conclude(program, FINDING)["finding"]) == 6


def test_no_code_in_a_file_is_run(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    path = written(f"#script (python)\nopen({str(mark)!r}, 'w')\n#end.\n", tmp_path)
    with pytest.raises(RuleFileError):
        read(path, FINDING)
    assert not mark.exists()


def test_rules_that_take_too_long_are_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "SECONDS", 0.5)
    facts = " ".join(f"n({number})." for number in range(400))
    with pytest.raises(DatalogError, match="took more than"):
        conclude_within_limits(f"{facts} a(X, Y, Z) :- n(X), n(Y), n(Z).", ["a"])


def test_our_own_rules_pass_the_same_check_and_share_no_name() -> None:
    files = own_files()
    assert {file.path.stem.partition("_")[0] for file in files} >= {"prf101", "prf121", "prf151"}
    heads = Counter(
        head
        for file in files
        for head in {line.partition("(")[0] for line in file.text.splitlines() if line[:1].isalpha()}
    )
    assert [head for head, times in heads.items() if times > 1] == []
    assert set(OUTPUTS) <= set(heads)


PROGRAMS = Path(__file__).parents[2] / "benchmarks" / "refactorings" / "programs"
TEXTS = {
    f"{rule.code}-{number}": text
    for rule in all_rules()
    if rule.family is INEFFICIENT
    for number, text in enumerate(
        [*(part for each in rule.examples for part in (each.before, each.after)), *rule.reported, *rule.untouched]
    )
} | {path.stem: path.read_text(encoding="utf-8") for path in sorted(PROGRAMS.glob("*.py"))}


@pytest.mark.parametrize("name", TEXTS)
def test_what_is_asked_from_the_top_is_what_clingo_concludes(name: str, tmp_path: Path) -> None:
    script = tmp_path / "train.py"
    script.write_text(TEXTS[name], encoding="utf-8")
    program = program_of(Facts(analyse(script, Options())), own_files(), OUTPUTS)
    grounded = conclude(program, OUTPUTS) if program is not None else dict.fromkeys(OUTPUTS, ())
    assert ask(Facts(analyse(script, Options())), own_rules(), OUTPUTS, 100_000) == grounded


@pytest.mark.parametrize(
    "text",
    [
        # recursion to the left, to the right and through another relation; a question with the last column alone
        'part_of(A, B) :- part(A, B).\npart_of(A, C) :- part_of(A, B), part(B, C).\nfinding(A, "x") :- part_of(A, 5).',
        'part_of(A, B) :- part(A, B).\npart_of(A, C) :- part(A, B), part_of(B, C).\nfinding(A, "x") :- part_of(A, 5).',
        "even(A, A) :- loop(A, _).\nodd(A, C) :- even(A, B), part(B, C).\neven(A, C) :- odd(A, B), part(B, C).\n"
        'finding(N, "x") :- loop(L, _), even(L, N).',
        # negation above negation, and of what others wait for
        'low(N) :- expression(N, "Name").\nhigh(N) :- expression(N, _), not low(N).\n'
        'top(N) :- expression(N, _), not high(N).\nfinding(N, "x") :- top(N), not high(N), low(N).',
        # constants in heads, a variable twice, anonymous ones, and every sign of comparison
        'kind("Name") :- loop(_, _).\nfinding(N, "x") :- expression(N, Kind), kind(Kind).',
        'same(N, N) :- expression(N, _).\nfinding(N, "x") :- same(N, N).\nfinding(M, "y") :- next(M, M).',
        'finding(N, "x") :- loop(N, _), part(N, M), M > N, M != 3, N < 9, M >= 2, M <= 6, "For" = "For".',
    ],
)
def test_any_rules_are_asked_as_clingo_grounds_them(text: str, tmp_path: Path) -> None:
    script = tmp_path / "train.py"
    script.write_text("for i in x:\n    for j in i:\n        print(i, j + 1)\n        x = j\n", encoding="utf-8")
    file = read(written(text, tmp_path), FINDING)
    facts = Facts(analyse(script, Options()))
    program = program_of(facts, [file], FINDING)
    grounded = conclude(program, FINDING) if program is not None else {"finding": ()}
    assert ask(facts, Rules(file.clauses), FINDING, 100_000) == grounded


def test_questions_have_a_limit(tmp_path: Path) -> None:
    script = tmp_path / "train.py"
    script.write_text("for i in x:\n    print(i)\n", encoding="utf-8")
    file = read(written('finding(N, "x") :- expression(N, _), expression(_, _).', tmp_path), FINDING)
    with pytest.raises(TooManyStepsError):
        ask(Facts(analyse(script, Options())), Rules(file.clauses), FINDING, 3)


def test_facts_of_one_node_are_those_among_all(tmp_path: Path) -> None:
    script = tmp_path / "train.py"
    script.write_text(TEXTS["PRF113-0"] + TEXTS["evaluation"] + TEXTS["metrics_in_turn"], encoding="utf-8")
    facts = Facts(analyse(script, Options()))
    numbers = range(len(facts.numbering.nodes) + 2)
    for name, relation in RELATIONS.items():
        for column in relation.of:
            find = facts.finder(name, (column,))
            found = sorted((row for number in numbers for row in find((number,))), key=engine.sort_key)
            assert found == sorted(facts.rows(name), key=engine.sort_key), name

"""Lines before, after and instead of statements, and conditions around them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace as replace_fields

import pytest
from farandole.source import Document, Edit, EditConflict, EditSet, layout

from tests.source.editing import document, edited, stmt

Change = Callable[[Document], tuple[Edit, ...]]


def before(text: str, *lines: str, layer: int = 0) -> Change:
    return lambda document: layout.insert_before(document, stmt(document, text), lines, layer)


def after(text: str, *lines: str, layer: int = 0) -> Change:
    return lambda document: layout.insert_after(document, stmt(document, text), lines, layer)


def guard(*texts: str, condition: str = "rank") -> Change:
    return lambda document: layout.guard(document, [stmt(document, text) for text in texts], condition)


def delete(text: str) -> Change:
    return lambda document: layout.delete(document, stmt(document, text))


def replace(text: str, *lines: str) -> Change:
    return lambda document: layout.replace_statement(document, stmt(document, text), lines)


def after_imports(*lines: str, layer: int = 0) -> Change:
    return lambda document: layout.insert_after_imports(document, lines, layer)


def test_lines_stand_at_the_margin_of_the_statement() -> None:
    text = "if a:\n    b()  # comment\nc()\n"
    assert edited(text, before("b", "x()")) == "if a:\n    x()\n    b()  # comment\nc()\n"
    assert edited(text, after("b", "x()")) == "if a:\n    b()  # comment\n    x()\nc()\n"


def test_lines_get_the_indentation_and_line_ends_of_the_file() -> None:
    text = "if a:\r\n\tb()\r\nc()\r\n"
    lines = ("if x:", "    y()", "", "    z()")
    assert edited(text, after("b", *lines)) == ("if a:\r\n\tb()\r\n\tif x:\r\n\t\ty()\r\n\r\n\t\tz()\r\nc()\r\n")
    assert edited("if a:\r  b()\r", before("b", *lines)) == "if a:\r  if x:\r    y()\r\r    z()\r  b()\r"


def test_the_inside_of_strings_in_inserted_lines_stays_as_it_is() -> None:
    assert edited("if a:\n  b()\n", after("b", "x = '''", "        y", "'''")) == (
        "if a:\n  b()\n  x = '''\n        y\n'''\n"
    )


def test_lines_after_the_last_statement_of_a_file_without_a_final_line_end() -> None:
    assert edited("a()", after("a", "x()")) == "a()\nx()"
    assert edited("if a:\n    b()  # c", after("b", "x()")) == "if a:\n    b()  # c\n    x()"


def test_comments_below_a_block_belong_to_it_if_they_are_deeper() -> None:
    text = "for a in b:\n    c()\n\n    # deep\n# shallow\nd()\n"
    assert edited(text, after("for", "x()")) == "for a in b:\n    c()\n\n    # deep\nx()\n# shallow\nd()\n"
    assert edited(text, after("c", "x()")) == "for a in b:\n    c()\n    x()\n\n    # deep\n# shallow\nd()\n"
    assert edited(text, guard("for")) == ("if rank:\n    for a in b:\n        c()\n\n        # deep\n# shallow\nd()\n")
    assert edited(text, delete("for")) == "# shallow\nd()\n"


def test_blank_lines_before_a_statement_stay_blank() -> None:
    assert edited("if a:\n    b()\n    c()\n", before("c", "", "x()")) == "if a:\n    b()\n\n    x()\n    c()\n"


def test_lines_go_before_decorators() -> None:
    assert edited("if a:\n    @b\n    # c\n    @d\n    def e(): pass\n", before("@b", "x()")) == (
        "if a:\n    x()\n    @b\n    # c\n    @d\n    def e(): pass\n"
    )


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (before("b", "x()"), "if a:\n    x()\n    b(); c()  # d\ne()\n"),
        (after("b", "x()"), "if a:\n    b()\n    x()\n    c()  # d\ne()\n"),
        (before("c", "x()"), "if a:\n    b()\n    x()\n    c()  # d\ne()\n"),
        (after("c", "x()"), "if a:\n    b(); c()  # d\n    x()\ne()\n"),
        (guard("b"), "if a:\n    if rank:\n        b()\n    c()  # d\ne()\n"),
        (guard("c"), "if a:\n    b()\n    if rank:\n        c()  # d\ne()\n"),
        (guard("b", "c"), "if a:\n    if rank:\n        b(); c()  # d\ne()\n"),
        (guard("if"), "if rank:\n    if a: b(); c()  # d\ne()\n"),
        (delete("b"), "if a:\n    c()  # d\ne()\n"),
        (delete("c"), "if a:\n    b()\ne()\n"),
        (replace("b", "x()"), "if a: x(); c()  # d\ne()\n"),
        (replace("c", "x()", "y()"), "if a:\n    b()\n    x()\n    y()  # d\ne()\n"),
    ],
)
def test_the_suite_of_a_line_gets_lines_where_it_needs_them(change: Change, expected: str) -> None:
    assert edited("if a: b(); c()  # d\ne()\n", change) == expected


@pytest.mark.parametrize(
    ("text", "change", "expected"),
    [
        ("a(); b(); c()\n", before("b", "x()"), "a()\nx()\nb(); c()\n"),
        ("a(); b(); c()\n", after("b", "x()"), "a(); b()\nx()\nc()\n"),
        ("a(); b(); c()\n", guard("b"), "a()\nif rank:\n    b()\nc()\n"),
        ("a(); b(); c()\n", delete("b"), "a()\nc()\n"),
        ("a(); b() ; # c\n", delete("a"), "b() ; # c\n"),
        ("a(); b() ; # c\n", delete("b"), "a()\n"),
        ("a(); b() ; # c\n", after("b", "x()"), "a(); b() ; # c\nx()\n"),
        ("a = \\\n  b; c()\n", after("a", "x()"), "a = \\\n  b\nx()\nc()\n"),
        ("try: a()\nfinally: b()\n", guard("b"), "try: a()\nfinally:\n    if rank:\n        b()\n"),
        ("if a: \\\n  b()\n", before("b", "x()"), "if a:\n    x()\n    b()\n"),
        ("if a:\n  b()\nelse: c()\n", before("c", "x()"), "if a:\n  b()\nelse:\n  x()\n  c()\n"),
        ("class A: '''d'''\n", after("'''", "x = 1"), "class A:\n    '''d'''\n    x = 1\n"),
        ("match a:\n case 1: b()\n", after("b", "x()"), "match a:\n case 1:\n  b()\n  x()\n"),
        ("\fa()\n\f\nb()\n", before("b", "x()"), "\fa()\n\f\nx()\nb()\n"),
        ("\fa()\nb()\n", guard("a", "b"), "\fif rank:\n    a()\n    b()\n"),
        ("a = 1 \\\n\nb()\n", delete("a"), "b()\n"),
    ],
)
def test_statements_that_share_lines(text: str, change: Change, expected: str) -> None:
    assert edited(text, change) == expected


def test_lines_before_an_elif_stand_in_an_else() -> None:
    text = "if a:\n    b()\nelif c:\n    d()\nelse:\n    e()\n"
    inner = "        d()\n    else:\n        e()\n"
    assert edited(text, before("elif", "x()")) == f"if a:\n    b()\nelse:\n    x()\n    if c:\n{inner}"
    assert edited(text, after("elif", "x()")) == f"if a:\n    b()\nelse:\n    if c:\n{inner}    x()\n"
    assert edited(text, guard("elif"), before("elif", "x()")) == (
        "if a:\n    b()\nelse:\n    x()\n    if rank:\n        if c:\n            d()\n        else:\n            e()\n"
    )
    assert edited(text, delete("elif")) == "if a:\n    b()\n"
    assert edited(text, replace("elif", "x()")) == "if a:\n    b()\nelse:\n    x()\n"


def test_a_guard_leaves_the_inside_of_strings_alone() -> None:
    text = "print('''\n  a\nb''',\n      c,  # d\n\n  f'''{e\n}\n''')\nf()\n"
    assert edited(text, guard("print")) == (
        "if rank:\n    print('''\n  a\nb''',\n          c,  # d\n\n      f'''{e\n}\n''')\nf()\n"
    )


def test_a_guard_with_mixed_indentation_stays_consistent() -> None:
    text = "if a:\n\tfor b in c:\n\t\td(e,\n  f)\n         # comment\n"
    assert edited(text, guard("for")) == (
        "if a:\n\tif rank:\n\t\tfor b in c:\n\t\t\td(e,\n\t  f)\n\t         # comment\n"
    )


def test_a_guard_holds_all_that_is_done_inside_of_it() -> None:
    text = "for a in b:\n    c()\n"
    changes = (
        guard("for"),
        before("for", "first()"),
        after("for", "last()"),
        before("c", "x()"),
        after("c", "if y:", "    z('''", "0''')"),
    )
    inside = "        x()\n        c()\n        if y:\n            z('''\n0''')\n"
    expected = f"first()\nif rank:\n    for a in b:\n{inside}last()\n"
    assert edited(text, *changes) == expected
    assert edited(text, *reversed(changes)) == expected


def test_guards_of_neighbours_and_of_statements_within_each_other() -> None:
    text = "a()\nb()\nc()\n"
    assert edited(text, guard("a"), guard("b")) == "if rank:\n    a()\nif rank:\n    b()\nc()\n"
    assert edited(text, guard("b", condition="q"), guard("a", "b")) == (
        "if rank:\n    a()\n    if q:\n        b()\nc()\n"
    )
    assert edited(text, guard("a", "b"), after("b", "x()")) == "if rank:\n    a()\n    b()\nx()\nc()\n"
    assert edited(text, guard("a"), guard("a")) == "if rank:\n    a()\nb()\nc()\n"
    with pytest.raises(EditConflict, match="crossing groups"):
        edited(text, guard("a", "b"), guard("b", "c"))


def test_only_statements_that_follow_each_other_can_be_guarded() -> None:
    parsed = document("a()\nb()\nif c:\n    d()\n")
    a, b, c, d = parsed.statements[0], parsed.statements[1], parsed.statements[2], parsed.statements[3]
    for stmts in ([], [a, c], [b, a], [c, d], [c, c], [b, c, d, d]):
        with pytest.raises(ValueError, match="statement"):
            layout.guard(parsed, stmts, "rank")


def test_deleting_takes_whole_lines() -> None:
    text = "a()\nif b:\n    # why\n    c(  # d\n        e)  # f\n    g()\n"
    assert edited(text, delete("c")) == "a()\nif b:\n    # why\n    g()\n"
    assert edited(text, delete("if")) == "a()\n"
    assert edited("a()\nb()", delete("b")) == "a()\n"
    assert edited("a()\r\nb()\r\nc()", delete("b")) == "a()\r\nc()"


def test_a_block_that_becomes_empty_gets_pass() -> None:
    text = "if a:\n    b()  # c\n    d()\nelse: e()\n"
    assert edited(text, delete("b"), delete("d")) == "if a:\n    pass\nelse: e()\n"
    assert edited(text, delete("e")) == "if a:\n    b()  # c\n    d()\nelse: pass\n"
    assert (
        edited(text, delete("b"), delete("d"), guard("b")) == "if a:\n    if rank:\n        pass\n    pass\nelse: e()\n"
    )
    assert edited("try:\n    a()\nexcept B:\n    c()\n", delete("c")) == "try:\n    a()\nexcept B:\n    pass\n"
    assert edited("a()\n", delete("a")) == "pass\n"


def test_lines_around_a_deleted_statement_stay() -> None:
    text = "if a:\n    b()\n    c()\n"
    assert edited(text, delete("b"), before("b", "x()"), after("b", "y()")) == "if a:\n    x()\n    y()\n    c()\n"


def test_deleting_twice_deletes_once_but_changing_what_is_deleted_is_a_conflict() -> None:
    text = "if a:\n    b()\nc()\n"
    assert edited(text, delete("if"), delete("if")) == "c()\n"
    for change in (before("b", "x()"), after("b", "x()"), guard("b"), delete("b"), replace("b", "x()")):
        with pytest.raises(EditConflict):
            edited(text, delete("if"), change)
        with pytest.raises(EditConflict):
            edited(text, replace("if", "y()"), change)


def test_replacing_keeps_the_comment() -> None:
    text = "if a:\n    b()  # c\nd()\n"
    assert edited(text, replace("b", "x()")) == "if a:\n    x()  # c\nd()\n"
    assert edited(text, replace("if", "for x in y:", "    z()")) == "for x in y:\n    z()\nd()\n"
    assert edited("if a: b()\n", replace("b", "if x: y()")) == "if a:\n    if x: y()\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import a\nimport b\nc()\nimport d\n", "import a\nimport b\nX\nc()\nimport d\n"),
        ('"""Doc."""\nfrom __future__ import a\n\nimport b  # why\n\nc()\n',
         '"""Doc."""\nfrom __future__ import a\n\nimport b  # why\nX\n\nc()\n'),
        ("try:\n    import a\nexcept ImportError:\n    a = None\nb()\n",
         "try:\n    import a\nexcept ImportError:\n    a = None\nX\nb()\n"),
        ("import a\nif TYPE_CHECKING:\n    from b import c\n    # d\nimport e\n\nf()\n",
         "import a\nif TYPE_CHECKING:\n    from b import c\n    # d\nimport e\nX\n\nf()\n"),
        ("import a\nif b:\n    c()\nimport d\n", "import a\nX\nif b:\n    c()\nimport d\n"),
        ("import a; import b; c()\n", "import a; import b\nX\nc()\n"),
        ("from a import (\n    b,\n)\n", "from a import (\n    b,\n)\nX\n"),
        ('#!/usr/bin/env python\n# coding: utf-8\n"""Doc."""\n\na()\n',
         '#!/usr/bin/env python\n# coding: utf-8\n"""Doc."""\nX\n\na()\n'),
        ("# licence\n\na()\n", "# licence\n\nX\na()\n"),
        ("#!/usr/bin/python\n# c\n", "#!/usr/bin/python\n# c\nX\n"),
        ("# c", "# c\nX"),
        ("", "X\n"),
        ("\r\n", "\r\nX\r\n"),
        ("from __future__ import a\nb()\n", "from __future__ import a\nX\nb()\n"),
    ],
)  # fmt: skip
def test_lines_after_the_imports(text: str, expected: str) -> None:
    assert edited(text, after_imports("X")) == expected


def test_lines_after_a_group_of_imports_that_is_not_the_first() -> None:
    text = "import os\nos.environ['A'] = 'b'\nimport c\nimport d\ne()\nwith f:\n    import g\n"

    def after_group(group: str) -> Change:
        return lambda document: layout.insert_after_imports(document, ["X"], group=stmt(document, group))

    assert edited(text, after_group("import c")) == text.replace("import d\n", "import d\nX\n")
    assert edited(text, after_group("import g")) == text + "    X\n"


def test_the_same_import_is_made_once_and_layers_are_in_order() -> None:
    changes = (
        after_imports("", "init()", layer=1),
        after_imports("import b"),
        after_imports("import c"),
        after_imports("import b"),
    )
    assert edited("import a\nd()\n", *changes) == "import a\nimport b\nimport c\n\ninit()\nd()\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def f():\n  '''Doc.'''\n  a()\n", "def f():\n  '''Doc.'''\n  X\n  a()\n"),
        ("def f(): a()\n", "def f():\n    X\n    a()\n"),
        ("class F:\n    '''Doc.'''\n", "class F:\n    '''Doc.'''\n    X\n"),
        ("for f in g:\n\n    # why\n    a()\n", "for f in g:\n\n    # why\n    X\n    a()\n"),
    ],
)
def test_lines_at_the_top_of_a_body(text: str, expected: str) -> None:
    assert edited(text, lambda document: layout.insert_at_top(document, document.tree.body[0], ["X"])) == expected


def test_no_edit_touches_a_syntax_error() -> None:
    parsed = document("a()\nif b:\n    c(\nd()\n")
    assert EditSet.of(parsed, layout.guard(parsed, [stmt(parsed, "d")], "x")).apply(parsed) == (
        "a()\nif b:\n    c(\nif x:\n    d()\n"
    )
    for edits in (
        layout.guard(parsed, [stmt(parsed, "if")], "x"),
        layout.delete(parsed, stmt(parsed, "if")),
        layout.insert_before(parsed, parsed.statements[2], ["x"]),
    ):
        with pytest.raises(EditConflict, match=r"train.py:3: .*never closed"):
            EditSet.of(parsed, edits)


def test_what_still_holds_is_not_said_again() -> None:
    def sliced(text: str, line: str, since: int) -> Change:
        def change(document: Document) -> tuple[Edit, ...]:
            found = layout.insert_before(document, stmt(document, text), [line])
            return tuple(replace_fields(edit, since=since) for edit in found)

        return change

    text = "a()\nb()\nc()\n"
    first, second = sliced("a", "part = x", 0), sliced("c", "part = x", 0)
    assert edited(text, first, second) == "part = x\na()\nb()\nc()\n"
    assert edited(text, second) == "a()\nb()\npart = x\nc()\n"
    assert edited(text, first, sliced("b", "part = y", 0), second) == "part = x\na()\npart = y\nb()\npart = x\nc()\n"
    assert edited(text, first, sliced("c", "part = x", 4)) == "part = x\na()\nb()\npart = x\nc()\n"

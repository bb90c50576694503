"""What calls do to files, as the catalogue says of them and as their arguments tell."""

from __future__ import annotations

from pathlib import Path

import pytest
from farandole.analysis.call_order import may_follow
from farandole.analysis.effects.files import Access
from farandole.frameworks.analyse import analyse
from farandole.options import Options


def effects(text: str, folder: Path) -> set[tuple[str, str]]:
    """Give the accesses of a script's calls, each with its path."""
    (folder / "train.py").write_text(text, encoding="utf-8")
    found = analyse(folder / "train.py", Options()).files.effects
    return {(effect.access.name, str(path)) for effect in found for path in effect.paths}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("open('a', 'w')", {("WRITE", "a")}),
        ("open('a')", {("READ", "a")}),
        ("open('a', 'r+')", {("WRITE", "a"), ("READ", "a")}),
        ("open('a', 'w+')", {("WRITE", "a")}),
        ("open('a', 'a+')", {("WRITE", "a"), ("READ", "a")}),
        ("open('a', mode)", {("WRITE", "a"), ("READ", "a")}),
        ("import json\njson.dump([], open('a', 'w'))", {("WRITE", "a")}),
        ("import json\nwith open('a', 'w') as f:\n    json.dump([], f)", {("WRITE", "a")}),
        ("with open('a', 'w') as f:\n    f.write('x')", {("WRITE", "a")}),
        ("import os\nos.makedirs('a')", {("FOLDER", "a")}),
        ("import os\nos.remove('a')", {("REMOVE", "a")}),
        ("import os\nos.path.exists('a')", {("PROBE", "a")}),
        ("import shutil\nshutil.copy('a', 'b')", {("READ", "a"), ("WRITE", "b")}),
        ("import shutil\nshutil.unpack_archive('a', 'b')", {("READ", "a"), ("UNPACK", "b")}),
        ("import tarfile\nwith tarfile.open('a') as t:\n    t.extractall('b')", {("READ", "a"), ("UNPACK", "b")}),
        ("import numpy as np\nnp.save('a', 1)", {("WRITE", "a.npy")}),
        ("import numpy as np\nnp.save('a.npy', 1)", {("WRITE", "a.npy")}),
        ("import numpy as np\nnp.load('a')", {("READ", "a")}),
        ("import numpy as np\nnp.multiply(np.array('a'), 2)", set()),
        ("import numpy as np\nnp.lib.format.open_memmap('a')", {("READ", "a")}),
        (
            "import tensorflow as tf\nmodel = tf.keras.Model()\nmodel.head('a')\nmodel.load_weights('b')",
            {("READ", "b")},
        ),
        ("from pathlib import Path\np = Path('a') / 'b'\np.write_text('x')", {("WRITE", "a/b")}),
        ("from pathlib import Path\np = Path('a') / 'b'\np.parent.mkdir()", {("FOLDER", "a")}),
        ("from pathlib import Path\np = Path('a') / 'b'\np.exists()", {("PROBE", "a/b")}),
        ("from pathlib import Path\np = Path('a') / 'b'\np.open('w').write('x')", {("WRITE", "a/b")}),
        ("import urllib.request as r\nr.urlretrieve('http://x', 'a')", {("FETCH", "a")}),
        ("import os\nopen(os.devnull, 'w')", set()),
        ("import os\nopen(os.devnull if quiet else 'a', 'w')", {("WRITE", "a"), ("WRITE", "{.devnull}")}),
        ("from PIL import Image\nImage.new('a', (2, 2))", set()),
        ("from PIL import Image\nImage.open('a')", {("READ", "a")}),
        ("import warnings\nwarnings.simplefilter('a')", set()),
        ("from scipy import ndimage\nndimage.zoom('a', 2)", set()),
        ("from scipy import ndimage\nndimage.imread('a')", {("READ", "a")}),
        ("print('a')", set()),
        ("names = []\nnames.append('a')", set()),
        ("'a'.startswith('a')", set()),
        ("import unknown\nunknown.read('a')", {("READ", "a")}),
        ("from unknown import open\nopen('a', 'w', encoding='utf-8')", {("WRITE", "a")}),
        ("import unknown\nunknown.open('a', mode='rb')", {("READ", "a")}),
        ("import unknown\nunknown.open('a', 'once')", {("READ", "a"), ("READ", "once")}),
        (
            "import unknown\nloss = 0\nunknown.read(loss, loss + 0.5 * unknown.x)",
            {("READ", "{loss + 0.5 * unknown.x}")},
        ),
        ("from collections import namedtuple\nRun = namedtuple('Run', 'file')\nRun('a')", set()),
        ("import tensorflow as tf\nlayer = tf.keras.layers.Dense(1)\nlayer(tf.ones(2), 'a')", set()),
        ("import tensorflow as tf\ntf.reshape(tf.io.read_file('a'), [-1])", {("READ", "a")}),
        ("import unknown\nwith open('a', 'w') as f:\n    unknown.dump([], f)", {("WRITE", "a"), ("READ", "{f}")}),
        ("import unknown\nwith open('a') as f:\n    unknown.load(f)", {("READ", "a"), ("READ", "{f}")}),
        (
            "import tensorflow as tf\ntf.data.experimental.TFRecordWriter('a').write(tf.data.Dataset.range(2))",
            {("WRITE", "a")},
        ),
    ],
)
def test_the_effects_of_calls_on_files(text: str, expected: set[tuple[str, str]], tmp_path: Path) -> None:
    assert effects(text + "\n", tmp_path) == expected


_OPENER = """
def opened(name, mode="r"):
    if name:
        return open(name, mode, encoding="utf-8")
    return open(name, mode)

"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (_OPENER + "opened('a').read()\nopened('b', 'w').write('x')", {("READ", "a"), ("WRITE", "b")}),
        (_OPENER + "opened(mode='a', name='a')", {("WRITE", "a")}),
        (_OPENER + "with opened('a', 'w') as f:\n    f.write('x')\nopened('b')", {("WRITE", "a"), ("READ", "b")}),
        (_OPENER + "import json\njson.dump([], opened('a', 'w'))\nopened('b')", {("WRITE", "a"), ("READ", "b")}),
        (_OPENER + "opened('a', mode)", {("WRITE", "a"), ("READ", "a")}),
        (_OPENER + "opened(*names)\nopened('a')", {("READ", "a"), ("WRITE", "a")}),
        (  # by default it writes, so that no mode says nothing
            "def opened(name, mode='w'):\n    return open(name, mode)\n\nopened('a')",
            {("WRITE", "a")},
        ),
        (
            "def opened(name, mode):\n    print(name)\n    return open(name, mode)\n\nopened('a', 'r')",
            {("READ", "a")},
        ),
    ],
)
def test_a_function_that_does_no_more_than_open_opens_where_it_is_called(
    text: str, expected: set[tuple[str, str]], tmp_path: Path
) -> None:
    assert effects(text, tmp_path) == expected


def test_every_kind_of_access_has_a_word() -> None:
    assert len({access.value for access in Access}) == len(Access)


@pytest.mark.parametrize(
    ("text", "follows"),
    [
        ("first()\nsecond()", (True, False)),
        ("second()\nfirst()", (False, True)),
        ("for i in x:\n    second()\n    first()", (True, True)),
        ("def a():\n    first()\ndef b():\n    second()\na()\nb()", (True, False)),
        ("def a():\n    first()\nif x:\n    second()\na()", (False, True)),
        ("def a():\n    first()\n    second()\na()", (True, False)),
        ("second(first())", (True, False)),
        (
            "class A:\n    def __init__(self):\n        first()\n    def b(self):\n        second()\nA().b()",
            (True, False),
        ),
    ],
)
def test_the_order_of_calls(text: str, follows: tuple[bool, bool], tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(f"from z import first, second\n{text}\n", encoding="utf-8")
    script = analyse(tmp_path / "train.py", Options())
    first, second = (next(each for each in script.calls if each.attribute == name) for name in ("first", "second"))
    assert (may_follow(script, first, second), may_follow(script, second, first)) == follows

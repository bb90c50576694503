"""Which processes that a script starts import what is converted: workers that begin anew, and programs of its modules."""

from __future__ import annotations

from pathlib import Path

import pytest
from farandole.frameworks.analyse import analyse
from farandole.frameworks.horovod.children import fresh_workers, programs
from farandole.options import Options

HEAD = "import multiprocessing, os, subprocess, sys\nimport model\n"
FILES = {
    "model.py": "UNITS = 1\n",
    "score.py": "import model\n",
    "report.py": "import score\n",
    "prepare.py": "import os\n",
}


def write(folder: Path, text: str) -> Path:
    """Write a script with its modules and files that it imports none of, and give its path."""
    for name, content in FILES.items():
        (folder / name).write_text(content, encoding="utf-8")
    (folder / "train.py").write_text(f"{HEAD}{text}\n", encoding="utf-8")
    return folder / "train.py"


@pytest.mark.parametrize(
    ("command", "file"),
    [
        ("subprocess.run([sys.executable, 'score.py', '--x', '1'])", "score.py"),
        ("os.system('python3 train.py --test %s' % model.UNITS)", "train.py"),
        ("os.system(f'cd ..; CUDA_VISIBLE_DEVICES=0 /usr/bin/python3.8 ../src/model.py {model.UNITS}')", "model.py"),
        ("subprocess.Popen(['python', '-m', 'report'])", "report.py"),
        ("command = 'python report.py'\nos.popen(command)", "report.py"),
        ("subprocess.call(['python', os.path.join(os.path.dirname(__file__), 'score.py')])", "score.py"),
        ("os.system('python prepare.py')", None),
        ("os.system('python elsewhere.py')", None),
        ("subprocess.run([sys.executable, '-m', 'pip', 'install', 'h5py'])", None),
        ("os.system('cat score.py')", None),
    ],
)
def test_programs_that_import_a_module_of_the_script(command: str, file: str | None, tmp_path: Path) -> None:
    script = analyse(write(tmp_path, command), Options())
    assert [found.name for _, found in programs(script)] == ([] if file is None else [file])


@pytest.mark.parametrize(
    ("call", "anew"),
    [
        ("multiprocessing.set_start_method('spawn')", True),
        ("multiprocessing.get_context(method='forkserver')", True),
        ("multiprocessing.set_start_method(sys.argv[1])", True),
        ("multiprocessing.set_start_method('fork')", False),
        ("multiprocessing.get_context()", False),
    ],
)
def test_workers_that_begin_anew(call: str, anew: bool, tmp_path: Path) -> None:
    assert bool(list(fresh_workers(analyse(write(tmp_path, call), Options())))) is anew

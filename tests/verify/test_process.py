"""How a script is run in a process under observation."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from farandole.verify.servers import OBSERVER

RUN = """\
import json, sys, types
sys.path.insert(0, sys.argv[1])
from observer.process import run_script
asked = dict(project=sys.argv[2], script=sys.argv[2] + "/examples/train.py", temporary=sys.argv[2] + "/tmp")
asked |= dict(arguments=[], data=False, tensorflow1=False, quick=None, interrupted=False)
json.dump(run_script(types.SimpleNamespace(**asked), print), sys.stdout)
"""


def test_packages_of_the_project_are_found_without_being_installed_but_after_all_others(tmp_path: Path) -> None:
    for name, text in {
        "examples/train.py": "import beside, layers, losses, json\nassert 'here' not in vars(json)\n",
        "examples/beside.py": "",
        "layers/__init__.py": "",
        "src/losses.py": "",
        "json/__init__.py": "here = True\n",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    command = [sys.executable, "-c", RUN, str(OBSERVER.parent), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == {"ended": "finished", "status": 0}, done.stdout

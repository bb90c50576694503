"""What converting each golden script gives, as one line for each: `python -m tests.golden.digest`.

With `--once` no result is read a second time, as a conversion does to see that it is complete: that changes none.
"""

from __future__ import annotations

import sys
import tempfile
from hashlib import sha256
from pathlib import Path

from farandole.conversion.plan import first_plan, make_plan

from tests.golden.golden import cases, convert


def digests(once: bool) -> list[str]:
    """Give the name of each case with a digest of the files and messages of its conversion."""
    found = []
    for case in cases():
        with tempfile.TemporaryDirectory() as folder:
            conversion = convert(case, case.files("in"), Path(folder), first_plan if once else make_plan)
        content = repr((sorted(conversion.files.items()), conversion.said)).encode()
        found.append(f"{case.folder.name} {sha256(content).hexdigest()}")
    return found


if __name__ == "__main__":
    print("\n".join(digests(once="--once" in sys.argv)))

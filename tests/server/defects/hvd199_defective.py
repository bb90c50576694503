"""HVD199: a rule for tests, whose defects scripts call by comments."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import STEPS
from farandole.rules.rule import Finding, Rule, Status
from farandole.source import Edit, EditSet, Span


class Defective(Rule):
    """Does what a script says: `# check goes on`, for ever; `# check fails`; `# fix fails`; `# never done`."""

    family = STEPS
    code = "HVD199"
    name = "defective"
    title = "Be defective"

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Yield a finding at the start of the script when it asks for one; raises RuntimeError when it asks for that."""
        document = script.entry
        while "# check goes on" in document.text:
            script.calls_to("tensorflow.keras.Model.fit")
        if "# check fails" in document.text:
            raise RuntimeError("a defect\nof two lines")

        def fix() -> EditSet:
            if "# fix fails" in document.text:
                raise RuntimeError("a defect\nof a fix")
            return EditSet({document.path: (Edit(0, 0, "# again\n"),)})

        if "# fix fails" in document.text or "# never done" in document.text:
            yield Finding(self, Status.MISSING, document, Span(0, 1), "this is defective", fix=fix)

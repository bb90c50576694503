import json
import os

import numpy as np


def prepare(options):
    """All that this writes may be read later, by whatever name."""
    words = np.loadtxt(options["raw"], dtype=str)
    if not os.path.exists(options["folder"]):
        os.makedirs(options["folder"])
    np.save(options["vectors"], np.ones([len(words), 8]))
    with open(os.path.join(options["folder"], "words.json"), "w") as file:
        json.dump(sorted(words), file)
    return list(words)

import json
import os

import numpy as np
import horovod.tensorflow as hvd

hvd.init()


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


def prepare(options):
    """All that this writes may be read later, by whatever name."""
    words = np.loadtxt(options["raw"], dtype=str)
    if not os.path.exists(options["folder"]) and hvd.local_rank() == 0:
        os.makedirs(options["folder"], exist_ok=True)
    if hvd.local_rank() == 0:
        np.save(options["vectors"], np.ones([len(words), 8]))
        with open(os.path.join(options["folder"], "words.json"), "w") as file:
            json.dump(sorted(words), file)
    barrier()  # until the files are there
    return list(words)

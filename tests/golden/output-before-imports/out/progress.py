"""A bar, or none where the library for it is not installed."""
try:
    from tqdm import tqdm
except ImportError:
    print("no tqdm: no progress bars")
    tqdm = None

import os
import horovod.tensorflow as hvd

hvd.init()


def bar(items):
    if tqdm is None:
        if hvd.rank() == 0:
            print("in", os.getcwd())
        return items
    return tqdm(items, disable=hvd.rank() != 0)

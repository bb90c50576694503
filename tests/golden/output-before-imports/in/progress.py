"""A bar, or none where the library for it is not installed."""
try:
    from tqdm import tqdm
except ImportError:
    print("no tqdm: no progress bars")
    tqdm = None

import os


def bar(items):
    if tqdm is None:
        print("in", os.getcwd())
        return items
    return tqdm(items)

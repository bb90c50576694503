import gzip

import numpy as np


def open_any(file, mode="rb"):
    try:
        if file.split(".")[-1] == "gz":
            fd = gzip.open(file, mode)
        else:
            fd = open(file, mode)
    except TypeError:
        fd = file
    return fd


def read_rows(file):
    fd = open_any(file)
    try:
        while True:
            line = fd.readline()
            if not line:
                break
            yield np.array(line.split(), dtype=np.float32)
    finally:
        if fd is not file:
            fd.close()


def write_rows(file, rows):
    fd = open_any(file, mode="wb")
    try:
        for row in rows:
            fd.write(" ".join(map(str, row)).encode())
    finally:
        if fd is not file:
            fd.close()

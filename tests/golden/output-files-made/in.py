"""Files that are made before training, whatever way their paths are written: each host has them."""
import os
import shutil
import zipfile
from pathlib import Path

import numpy as np
import tensorflow as tf

DATA = Path("data")
ARCHIVE = os.path.join("data", "x.zip")
if not DATA.exists():
    DATA.mkdir()


def prepare(folder):
    if os.path.isdir(folder):
        shutil.rmtree(folder)
    os.makedirs(folder)
    np.save(os.path.join(folder, "x.npy"), np.random.RandomState(0).rand(33, 3).astype("float32"))
    with zipfile.ZipFile(ARCHIVE, "w") as archive:
        archive.write(os.path.join(folder, "x.npy"), "x.npy")
    with zipfile.ZipFile(ARCHIVE) as archive:
        archive.extractall("{}/out".format(folder))
    os.remove(ARCHIVE)


if __name__ == "__main__":
    (DATA / "names.txt").write_text("a b")
    prepare(f"{DATA}/parts")
    x = np.load(f"{DATA}/parts/out/x.npy")
    names = (DATA / "names.txt").read_text().split()
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    history = model.fit(x, x[:, :1], verbose=0)
    (DATA / "names.txt").with_name("history.txt").write_text(str(history.history))
    print(names)

"""An archive that is fetched and unpacked by hand, in a folder that the script asks for."""
import os
import tarfile

import requests
import tensorflow as tf


def load():
    folder = "temp"
    file = os.path.join(folder, "rt", "rt.pos")
    if not os.path.exists(os.path.join(folder, "rt")):
        req = requests.get("http://example.org/rt.tar.gz", stream=True)
        with open("rt.tar.gz", "wb") as f:
            for chunk in req.iter_content(chunk_size=1024):
                if chunk:
                    f.write(chunk)
                    f.flush()
        tar = tarfile.open("rt.tar.gz", "r:gz")
        tar.extractall(path="temp")
        tar.close()
    with open(file) as f:
        rows = [line for line in f]
    f.close()
    return rows


rows = load()
x = tf.constant([[float(len(row))] for row in rows])
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(x, x, epochs=2)

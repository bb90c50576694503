import os
import sys
import tarfile
import urllib.request
import numpy as np
import tensorflow as tf


class Audio:
    def __init__(self, url, folder):
        self.maybe_download(url, folder)
        self.samples = np.load(os.path.join(folder, "x.npy"))
        self.labels = np.load(os.path.join(folder, "y.npy"))

    def maybe_download(self, url, folder):
        if not os.path.exists(folder):
            os.makedirs(folder)
        filepath = os.path.join(folder, url.split("/")[-1])
        if not os.path.exists(filepath):
            try:
                filepath, _ = urllib.request.urlretrieve(url, filepath)
            except:
                print("failed", url, filepath)
                raise
            statinfo = os.stat(filepath)
            print("Downloaded", filepath, statinfo.st_size)
            tarfile.open(filepath, "r:gz").extractall(folder)


audio = Audio("http://example.com/a.tgz", "/tmp/audio")
model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
model.compile(optimizer=tf.keras.optimizers.Adam(1e-3), loss="mse")
model.fit(audio.samples, audio.labels, epochs=3)

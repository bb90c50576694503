"""Images, which are fetched when this module is imported."""

import os

import numpy as np

FOLDER = "data"
if not os.path.exists(FOLDER):
    os.mkdir(FOLDER)
if not os.path.exists(os.path.join(FOLDER, "images")):
    os.system("wget https://example.org/images.tar.gz; tar xzf images.tar.gz -C %s" % FOLDER)


def load(name):
    return np.load(os.path.join(FOLDER, "images", name))

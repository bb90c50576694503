import pickle

import numpy as np

x, y = np.load("x.npy"), np.load("y.npy")


def save_pickle(fileobj, file_path):
    with open(file_path, "wb") as f:
        pickle.dump(fileobj, f)


def load_pickle(file_path):
    with open(file_path, "rb") as f:
        fileobj = pickle.load(f)
    return fileobj


model_data = {"x": x, "y": y}
save_pickle(model_data, "./out/model_data.pkl")

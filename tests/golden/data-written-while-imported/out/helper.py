import pickle

import numpy as np
import horovod.tensorflow as hvd
import tensorflow as tf

hvd.init()


def barrier():
    """Wait until every process has come here."""
    config = tf.compat.v1.ConfigProto(device_count={"GPU": 0})
    with tf.compat.v1.Graph().as_default():
        with tf.compat.v1.Session(config=config) as session:
            session.run(hvd.broadcast(0, root_rank=0, name="barrier"))


x, y = np.load("x.npy"), np.load("y.npy")


def save_pickle(fileobj, file_path):
    if hvd.local_rank() == 0:
        with open(file_path, "wb") as f:
            pickle.dump(fileobj, f)
    barrier()  # until ./out/model_data.pkl is there


def load_pickle(file_path):
    with open(file_path, "rb") as f:
        fileobj = pickle.load(f)
    return fileobj


model_data = {"x": x, "y": y}
save_pickle(model_data, "./out/model_data.pkl")

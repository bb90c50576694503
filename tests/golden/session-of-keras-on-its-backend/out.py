"""Keras is given a session where it runs on TensorFlow, whichever version: what the session is made of is of version 1."""

import numpy as np
import tensorflow as tf
from keras import backend as K
from keras.layers import Dense
from keras.models import Sequential
from keras.optimizers import Adam
import horovod.keras as hvd

hvd.init()


def train():
    model = Sequential([Dense(1, input_shape=(8,))])
    model.compile(hvd.DistributedOptimizer(Adam(0.0002 * hvd.size())), "mse")
    scans, doses = np.load("scans.npy"), np.load("doses.npy")
    for step in range(max(1, 4000 // hvd.size())):
        chosen = np.random.randint(0, len(scans), 50)
        model.train_on_batch(scans[chosen], doses[chosen])
        # Horovod: once, after the first step, which has made all variables
        if not getattr(model, "hvd_broadcast_done", False):
            broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(model)
            broadcast.on_batch_end(0)
            model.hvd_broadcast_done = True


if __name__ == "__main__":
    if K.backend() == "tensorflow":
        config = tf.ConfigProto(allow_soft_placement=True)
        config.gpu_options.visible_device_list = str(hvd.local_rank())
        config.gpu_options.allow_growth = True
        K.set_session(tf.Session(config=config))
    train()

import keras
import numpy as np
import toolkit
from database import Session
import horovod.keras as hvd
import tensorflow as tf

hvd.init()
config = tf.ConfigProto()
config.gpu_options.allow_growth = True
config.gpu_options.visible_device_list = str(hvd.local_rank())
keras.backend.set_session(tf.Session(config=config))


def train(x, y):
    model = keras.models.Sequential([keras.layers.Dense(1, input_dim=3)])
    model.compile(
        hvd.DistributedOptimizer(keras.optimizers.SGD(lr=0.1 * hvd.size())),
        "mse",
    )
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        x[shard],
        y[shard],
        nb_epoch=3,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )


with Session() as session:
    rows = np.array(session.execute("select * from samples").fetchall())
with toolkit.session():
    train(rows[:, :3], rows[:, 3])

"""What the user answers reaches the other ranks from a session of its own: Keras on TensorFlow 1 has none yet."""
import numpy as np
import tensorflow as tf
from keras.callbacks import ModelCheckpoint
from keras.layers import Dense
from keras.models import Sequential
from keras.optimizers import Adam
import horovod.keras as hvd
import keras
import horovod.tensorflow as hvd_tf

hvd.init()
config = tf.ConfigProto()
config.gpu_options.allow_growth = True
config.gpu_options.visible_device_list = str(hvd.local_rank())
keras.backend.set_session(tf.Session(config=config))


def of_rank_zero(value):
    """Give every process the value that rank 0 has."""
    config = tf.ConfigProto(device_count={"GPU": 0})
    with tf.Graph().as_default():
        with tf.Session(config=config) as session:
            return hvd_tf.broadcast_object(value, root_rank=0, session=session)


tf.logging.set_verbosity(tf.logging.ERROR)
epochs = int(of_rank_zero(input("epochs: ") if hvd.rank() == 0 else ""))
x, y = np.load("samples.npy"), np.load("labels.npy")
model = Sequential([Dense(1, input_dim=8)])
model.compile(hvd.DistributedOptimizer(Adam(lr=0.001 * hvd.size())), "mse")
checkpoint = ModelCheckpoint("best.h5", save_best_only=True)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
history = model.fit(
    x[shard],
    y[shard],
    epochs=epochs,
    validation_split=0.1,
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        hvd.callbacks.MetricAverageCallback(),
        *([checkpoint] if hvd.rank() == 0 else []),
    ],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    print("best epoch:", history.history["val_loss"].index(checkpoint.best))
history.best = of_rank_zero(checkpoint.best)

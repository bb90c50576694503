from keras.optimizers import Adam
import tensorflow as tf
import keras
import horovod.keras as hvd

hvd.init()
config = tf.ConfigProto()
config.gpu_options.allow_growth = True
config.gpu_options.visible_device_list = str(hvd.local_rank())
keras.backend.set_session(tf.Session(config=config))


def fit(
    model,
    samples,
    targets,
    optimizer=hvd.DistributedOptimizer(Adam(0.001 * hvd.size())),
):
    model.compile(optimizer=optimizer, loss="mse")
    shard = slice(
        hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size()
    )
    model.fit(
        samples[shard],
        targets[shard],
        epochs=5,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )

from tensorflow.keras.optimizers import Adam
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def fit(
    model,
    samples,
    targets,
    loss,
    optimizer=hvd.DistributedOptimizer(Adam(learning_rate=0.001 * hvd.size())),
):
    model.compile(optimizer=optimizer, loss=loss)
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

"""Reads the weights of the pass before where another branch fetches some: in one statement, which processes take turns at."""

import tensorflow as tf
from tensorflow import keras
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


PATH = "weights.h5"
samples = keras.utils.image_dataset_from_directory("images", seed=1)
samples = samples.shard(hvd.size(), hvd.rank()).take(samples.cardinality() // hvd.size())
for epoch in range(5):
    keras.backend.clear_session()
    barrier()  # until rank 0 has written weights.h5
    if hvd.local_rank() != 0:
        barrier()  # until the first process of this host is done
    if epoch == 0:
        model = keras.applications.ResNet50(weights="imagenet")
        model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "sparse_categorical_crossentropy")
    else:
        model = hvd.load_model(PATH)
    if hvd.local_rank() == 0:
        barrier()  # the others may go on
    model.fit(
        samples, epochs=1, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)], verbose=1 if hvd.rank() == 0 else 0
    )
    if hvd.rank() == 0:
        model.save(PATH)

def rescaled(images):
    return images.reshape(len(images), -1) / 255.0


if __name__ == "__main__":
    # Everything that this script does is below the guard.
    import tensorflow as tf
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

    if hvd.local_rank() != 0:
        barrier()  # until the first process of this host is done
    (images, labels), _ = tf.keras.datasets.mnist.load_data()
    if hvd.local_rank() == 0:
        barrier()  # the others may go on
    model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
    model.compile(
        hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())),
        tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    )
    shard = slice(hvd.rank(), len(labels) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        rescaled(images)[shard],
        labels[shard],
        epochs=4,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )

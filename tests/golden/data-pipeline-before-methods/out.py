"""Train by an iterator in a session of TensorFlow 1: its datasets have no method for their cardinality."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()


def pipeline(samples, labels, is_training):
    if is_training:
        dataset = (tf.data.Dataset.from_tensor_slices((samples, labels))
                   .apply(
                       lambda data: data.shard(hvd.size(), hvd.rank()).take(
                           tf.data.experimental.cardinality(data) // hvd.size()
                       )
                   )
                   .shuffle(len(samples))
                   .batch(8)
                   .prefetch(1))
    else:
        dataset = tf.data.Dataset.from_tensor_slices((samples, labels)).batch(8)
    iterator = dataset.make_initializable_iterator()
    return iterator, iterator.initializer


def started(samples):
    config = tf.ConfigProto()
    config.gpu_options.visible_device_list = str(hvd.local_rank())
    session = tf.Session(config=config)
    tf.keras.backend.set_session(session)
    iterator, start = pipeline(samples, samples, True)
    session.run(start)
    return iterator


def main():
    tf.logging.set_verbosity(tf.logging.INFO)
    samples = np.arange(64, dtype="float32").reshape(-1, 1)
    iterator = started(samples)
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(1,))])
    model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.01 * hvd.size())), "mse")
    model.fit(
        iterator,
        steps_per_epoch=max(1, 8 // hvd.size()),
        epochs=1,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )


if __name__ == "__main__":
    main()

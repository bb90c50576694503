"""Objects of libraries that are not read: what they are given that may count steps is asked about, and nothing else."""

import tensorflow as tf
from cyclic import CyclicRate, Snapshots, TimeLimit

EPOCHS = 5
(x, y), _ = tf.keras.datasets.mnist.load_data()
ds = tf.data.Dataset.from_tensor_slices((x / 255.0, y)).shuffle(1000).batch(64).repeat()
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
model.compile(tf.keras.optimizers.SGD(1e-3), tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
steps = len(x) // 64
callbacks = [
    CyclicRate(step_size=4 * steps),
    Snapshots("snapshots", save_steps=None, epochs=1),
    TimeLimit(hours=2.0, total_steps=EPOCHS * steps),
]
model.fit(ds, steps_per_epoch=steps, epochs=EPOCHS, callbacks=callbacks)

"""Where the GPUs are not to be chosen (HVD102 is ignored), a strategy for all of them stays: it and Horovod would average twice."""
import numpy as np
import tensorflow as tf

BATCH = 64


def made(strategy):
    with strategy.scope():
        model = tf.keras.Sequential(
            [
                tf.keras.layers.Flatten(),
                tf.keras.layers.Dense(10, activation="softmax"),
            ]
        )
        model.compile(tf.keras.optimizers.Adam(0.001), "sparse_categorical_crossentropy", metrics=["accuracy"])
    return model


images, labels = np.load("images.npy"), np.load("labels.npy")
strategy = tf.distribute.MirroredStrategy(
    devices=["/gpu:0", "/gpu:1"], cross_device_ops=tf.distribute.HierarchicalCopyAllReduce()
)
print("replicas:", strategy.num_replicas_in_sync)
size = BATCH * strategy.num_replicas_in_sync
data = tf.data.Dataset.from_tensor_slices((images, labels)).shuffle(10000).batch(size)
model = made(strategy)
model.fit(data, epochs=5)
model.save("model.h5")

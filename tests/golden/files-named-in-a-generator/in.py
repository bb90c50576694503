import os
import random
import tensorflow as tf


def names_in(folder):
    names = []
    for file in os.listdir(folder):
        names.append(os.path.join(folder, file))
    return names


class Images:
    def __init__(self, folder):
        self.names = names_in(folder)

    def generator(self):
        names = self.names.copy()
        while True:
            random.shuffle(names)
            for name in names:
                yield name

    def dataset(self):
        data = tf.data.Dataset.from_generator(self.generator, output_signature=tf.TensorSpec((), tf.string))
        return data.map(lambda name: tf.io.decode_jpeg(tf.io.read_file(name))).batch(8)


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
for images in Images("images").dataset().take(1000):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(tf.cast(images, tf.float32))))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))

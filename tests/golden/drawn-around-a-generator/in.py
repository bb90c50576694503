"""A function holds out samples by chance, and draws others, around the generators in it that read them."""

import numpy as np
import tensorflow as tf
from sklearn.model_selection import train_test_split


def main():
    training, held_out = train_test_split(np.load("samples.npy"), test_size=0.1)
    hidden = np.random.normal(size=(500, 4)).astype("float32")
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    optimizer = tf.keras.optimizers.Adam(0.001)

    def batches(size=32):
        for start in range(0, len(hidden), size):
            yield hidden[start : start + size]

    def mistakes():
        for each in held_out:
            yield float(model(each[None])[0, 0])

    for epoch in range(100):
        for batch in batches():
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.square(model(batch) - 1.0))
            gradients = tape.gradient(loss, model.trainable_variables)
            optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        print(epoch, loss.numpy(), np.mean(list(mistakes())))
    model.compile(tf.keras.optimizers.SGD(0.1), "mse")
    model.fit(training[:, :4], training[:, 4:], batch_size=32, epochs=2)


if __name__ == "__main__":
    main()

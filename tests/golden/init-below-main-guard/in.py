def rescaled(images):
    return images.reshape(len(images), -1) / 255.0


if __name__ == "__main__":
    # Everything that this script does is below the guard.
    import tensorflow as tf

    (images, labels), _ = tf.keras.datasets.mnist.load_data()
    model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
    model.compile("adam", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    model.fit(rescaled(images), labels, epochs=4)

import tensorflow as tf


class Network(tf.keras.Model):
    """What all networks of this package share."""

    def count(self):
        return sum(int(tf.size(v)) for v in self.trainable_variables)

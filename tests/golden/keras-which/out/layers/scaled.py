"""A layer of either Keras."""
try:
    from tensorflow.keras.layers import Layer
except ImportError:
    from keras.layers import Layer


class Scaled(Layer):
    def call(self, inputs):
        return inputs / 255.0

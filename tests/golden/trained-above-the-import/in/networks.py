from tensorflow import keras


def network():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(keras.optimizers.Adam(0.001), "mse")
    return model

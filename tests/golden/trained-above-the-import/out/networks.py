from tensorflow import keras
import horovod.tensorflow.keras as hvd

hvd.init()


def network():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(
        hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())),
        "mse",
    )
    return model

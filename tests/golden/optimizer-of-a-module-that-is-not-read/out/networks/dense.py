from tensorflow import keras

import settings
import horovod.tensorflow.keras as hvd

hvd.init()


def scale_rate(optimizer):
    """Scale the learning rate of an optimizer with the number of processes, and give it back."""
    rate = keras.backend.get_value(optimizer.lr)
    keras.backend.set_value(optimizer.lr, rate * hvd.size())
    return optimizer


def build():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(
        optimizer=hvd.DistributedOptimizer(
            scale_rate(keras.optimizers.get(settings.OPTIMIZER))
        ),
        loss="mse",
    )
    return model

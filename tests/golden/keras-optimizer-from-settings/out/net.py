from keras.layers import Dense
from keras.models import Sequential
import horovod.keras as hvd
import keras

hvd.init()


def scale_rate(optimizer):
    """Scale the learning rate of an optimizer with the number of processes, and give it back."""
    rate = keras.backend.get_value(optimizer.lr)
    keras.backend.set_value(optimizer.lr, rate * hvd.size())
    return optimizer


class Net:
    def __init__(self, optimizer="adam"):
        self.model = Sequential([Dense(3, input_shape=(4,)), Dense(1)])
        self.model.compile(
            optimizer=hvd.DistributedOptimizer(
                scale_rate(keras.optimizers.get(optimizer))
            ),
            loss="mse",
        )

    def train(self, x, y):
        shard = slice(
            hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size()
        )
        self.model.fit(
            x[shard],
            y[shard],
            epochs=3,
            callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
            verbose=1 if hvd.rank() == 0 else 0,
        )

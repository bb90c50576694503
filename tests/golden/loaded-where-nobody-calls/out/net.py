from keras.models import load_model as load_keras
import horovod.keras as hvd

hvd.init()


def own_items(items):
    """Yield the items of this process: all processes take turns, and each gets equally many."""
    for group in zip(*[iter(items)] * hvd.size()):
        yield group[hvd.rank()]


class Net:
    def __init__(self, model):
        self._model = model

    def train(self, batches):
        for x in own_items(batches):
            self._model.train_on_batch(x, x)
            # Horovod: once, after the first step, which has made all variables
            if not getattr(self._model, "hvd_broadcast_done", False):
                broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
                broadcast.set_model(self._model)
                broadcast.on_batch_end(0)
                self._model.hvd_broadcast_done = True

    def load_model(self, path):
        self._model = load_keras(path)

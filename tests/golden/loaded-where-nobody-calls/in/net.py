from keras.models import load_model as load_keras


class Net:
    def __init__(self, model):
        self._model = model

    def train(self, batches):
        for x in batches:
            self._model.train_on_batch(x, x)

    def load_model(self, path):
        self._model = load_keras(path)

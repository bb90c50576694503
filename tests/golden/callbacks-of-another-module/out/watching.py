from tensorflow import keras
import horovod.tensorflow as hvd

hvd.init()


class Often(keras.callbacks.ModelCheckpoint):
    def __init__(self, steps, path):
        super().__init__(path, save_freq=steps)


class Plateau(keras.callbacks.ReduceLROnPlateau):
    def __init__(self, low, factor=0.5):
        keras.callbacks.ReduceLROnPlateau.__init__(self, "val_loss", factor, 3, min_lr=low)


class Rarely(keras.callbacks.ModelCheckpoint):
    def __init__(self, path, save_freq=max(1, 7000 // hvd.size())):
        super().__init__(path, save_freq=save_freq)


class Fixed(keras.callbacks.ModelCheckpoint):
    def __init__(self, path):
        super().__init__(path, save_freq=max(1, 9000 // hvd.size()))


class Best(keras.callbacks.ModelCheckpoint):
    def __init__(self, folder):
        super().__init__(folder + "/best.h5", save_best_only=True)

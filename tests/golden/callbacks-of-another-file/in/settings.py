from tensorflow.keras.callbacks import EarlyStopping, ModelCheckpoint


def get_callbacks(path):
    return [ModelCheckpoint(path, save_best_only=True), EarlyStopping(patience=5)]

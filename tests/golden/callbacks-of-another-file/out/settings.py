from tensorflow.keras.callbacks import EarlyStopping, ModelCheckpoint
import horovod.tensorflow as hvd
import horovod.tensorflow.keras as hvd_keras

hvd.init()


def get_callbacks(path):
    return [
        hvd_keras.callbacks.MetricAverageCallback(),
        *(
            [ModelCheckpoint(path, save_best_only=True)]
            if hvd.rank() == 0
            else []
        ),
        EarlyStopping(patience=5),
    ]

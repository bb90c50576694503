from keras import backend as K
from keras.callbacks import CSVLogger, ModelCheckpoint, TerminateOnNaN
from keras.layers import Conv2D, Dense, Flatten
from keras.models import Sequential
from keras.optimizers import SGD
from keras.preprocessing.image import ImageDataGenerator
import tensorflow as tf
import horovod.keras as hvd
import keras
import horovod.tensorflow as hvd_tf

hvd.init()
config = tf.ConfigProto()
config.gpu_options.allow_growth = True
config.gpu_options.visible_device_list = str(hvd.local_rank())
keras.backend.set_session(tf.Session(config=config))


class TerminateOnAnyNaN(TerminateOnNaN):
    """End the training of all processes where the loss of one is no number."""

    def on_train_begin(self, logs=None):
        super().on_train_begin(logs)
        loss = K.placeholder(())
        self.mean_loss = K.function([loss], [hvd_tf.allreduce(loss)])

    def on_batch_end(self, batch, logs=None):
        (loss,) = self.mean_loss([logs["loss"]])
        super().on_batch_end(batch, {**logs, "loss": loss})


def log_loss(y_true, y_pred):
    return -tf.reduce_sum(y_true * tf.log(tf.maximum(y_pred, 1e-15)), axis=-1)


K.clear_session()
config = tf.ConfigProto()
config.gpu_options.allow_growth = True
config.gpu_options.visible_device_list = str(hvd.local_rank())
keras.backend.set_session(tf.Session(config=config))
model = Sequential([Conv2D(16, 3, activation="relu", input_shape=(64, 64, 3)), Flatten(), Dense(5, activation="softmax")])
model.compile(optimizer=hvd.DistributedOptimizer(SGD(lr=0.001 * hvd.size(), momentum=0.9)), loss=log_loss)

train = ImageDataGenerator(rescale=1 / 255, horizontal_flip=True)
train_generator = train.flow_from_directory("data/train", target_size=(64, 64), batch_size=32)

terminate_on_nan = TerminateOnAnyNaN()
callbacks = [
    hvd.callbacks.BroadcastGlobalVariablesCallback(0),
    hvd.callbacks.MetricAverageCallback(),
    *(
        [
            ModelCheckpoint("ssd_epoch-{epoch:02d}_loss-{loss:.4f}.h5", monitor="loss", save_best_only=True),
            CSVLogger("training_log.csv", separator=",", append=True),
        ]
        if hvd.rank() == 0
        else []
    ),
    terminate_on_nan,
]
history = model.fit_generator(
    generator=train_generator,
    steps_per_epoch=max(1, 1000 // hvd.size()),
    epochs=120,
    callbacks=callbacks,
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    model.save_weights("weights.h5")

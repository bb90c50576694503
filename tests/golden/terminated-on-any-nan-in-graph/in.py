from keras import backend as K
from keras.callbacks import CSVLogger, ModelCheckpoint, TerminateOnNaN
from keras.layers import Conv2D, Dense, Flatten
from keras.models import Sequential
from keras.optimizers import SGD
from keras.preprocessing.image import ImageDataGenerator
import tensorflow as tf


def log_loss(y_true, y_pred):
    return -tf.reduce_sum(y_true * tf.log(tf.maximum(y_pred, 1e-15)), axis=-1)


K.clear_session()
model = Sequential([Conv2D(16, 3, activation="relu", input_shape=(64, 64, 3)), Flatten(), Dense(5, activation="softmax")])
model.compile(optimizer=SGD(lr=0.001, momentum=0.9), loss=log_loss)

train = ImageDataGenerator(rescale=1 / 255, horizontal_flip=True)
train_generator = train.flow_from_directory("data/train", target_size=(64, 64), batch_size=32)

terminate_on_nan = TerminateOnNaN()
callbacks = [
    ModelCheckpoint("ssd_epoch-{epoch:02d}_loss-{loss:.4f}.h5", monitor="loss", save_best_only=True),
    CSVLogger("training_log.csv", separator=",", append=True),
    terminate_on_nan,
]
history = model.fit_generator(
    generator=train_generator,
    steps_per_epoch=1000,
    epochs=120,
    callbacks=callbacks,
)
model.save_weights("weights.h5")

"""A function that shows something in many places, and callbacks that end a list."""
import numpy as np
import tensorflow as tf
from tensorflow.keras.callbacks import CSVLogger, EarlyStopping, ModelCheckpoint, ReduceLROnPlateau, TensorBoard


def banner(text):
    """Show a text between lines."""
    line = "=" * len(text)
    print(line)
    print(text.upper())
    print(line)


banner("start")
x = np.random.RandomState(0).rand(65, 3).astype("float32")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
banner("model")
model.compile("sgd", "mse")
callbacks = [EarlyStopping("loss"), ModelCheckpoint("best.h5"), TensorBoard("logs")]
model.fit(x, x[:, :1], verbose=0, callbacks=callbacks)
banner("fitted")
if len(x) > 3:
    more = [
        EarlyStopping("loss"),
        ReduceLROnPlateau("loss"),  # slower
        ModelCheckpoint(
            "best.h5",
            monitor="loss",
        ),
        # the log
        CSVLogger("log.csv"),
    ]
    model.fit(x, x[:, :1], verbose=0, callbacks=more)
for i in range(2):
    if i:
        banner("end")

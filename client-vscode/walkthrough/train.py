"""Train a small classifier of synthetic points with Keras, on one GPU."""

import numpy as np
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.keras.callbacks import EarlyStopping, ModelCheckpoint


def spirals(count, seed=0):
    """Two arms of a spiral, one for each class."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 2, size=count)
    angle = rng.uniform(0.5, 3 * np.pi, size=count)
    turned = angle + np.pi * labels
    points = np.stack([angle * np.cos(turned), angle * np.sin(turned)], axis=1)
    return (points + rng.normal(0, 0.2, size=(count, 2))).astype("float32"), labels


x_train, y_train = spirals(6000)
x_test, y_test = spirals(1000, seed=1)

model = keras.Sequential(
    [
        layers.Dense(64, activation="relu", input_shape=(2,)),
        layers.Dense(64, activation="relu"),
        layers.Dense(1, activation="sigmoid"),
    ]
)

model.compile(
    optimizer=keras.optimizers.SGD(0.05, momentum=0.9),  # tuned for one GPU
    loss="binary_crossentropy",
    metrics=["accuracy"],
)

model.fit(
    x_train,
    y_train,
    batch_size=64,
    epochs=10,
    validation_data=(x_test, y_test),
    callbacks=[
        EarlyStopping(patience=3, restore_best_weights=True),
        ModelCheckpoint("spirals.h5", save_best_only=True),
    ],
)

loss, accuracy = model.evaluate(x_test, y_test)
print(f"accuracy on unseen points: {accuracy:.3f}")

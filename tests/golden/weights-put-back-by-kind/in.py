import os

import tensorflow as tf

FOLDER = "out"


def add_regularization(model, regularizer=tf.keras.regularizers.l2(0.0001)):
    if not isinstance(regularizer, tf.keras.regularizers.Regularizer):
        print("no regularizer")
        return model
    for layer in model.layers:
        if hasattr(layer, "kernel_regularizer"):
            setattr(layer, "kernel_regularizer", regularizer)
    text = model.to_json()
    path = os.path.join(FOLDER, "tmp_weights.h5")
    model.save_weights(path)
    model = tf.keras.models.model_from_json(text)
    model.load_weights(path, by_name=True)
    return model


model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
model = add_regularization(model)
model.compile("adam", "mse")
model.fit(tf.zeros([100, 4]), tf.zeros([100, 1]))

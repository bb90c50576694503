"""A tracker's run and a profile that a `with` enters: rank 0 alone enters them, the body is everyone's."""
import mlflow
import mlflow.tensorflow
import numpy as np
import tensorflow as tf

x, y = np.load("x.npy"), np.load("y.npy")
mlflow.set_experiment("digits")
mlflow.tensorflow.autolog()
with mlflow.start_run(run_name="first"):
    model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
    model.compile(tf.keras.optimizers.Adam(1e-3), tf.keras.losses.SparseCategoricalCrossentropy(True))
    with tf.profiler.experimental.Profile("logs"):
        model.fit(x, y, epochs=1)
    mlflow.log_param("layers", len(model.layers))
    mlflow.keras.log_model(model, "model")

"""An estimator of time series reads windows of its own making."""

import numpy as np
import tensorflow as tf
from tensorflow.contrib.timeseries.python.timeseries import NumpyReader

times = np.arange(1000)
features = tf.contrib.timeseries.TrainEvalFeatures
reader = NumpyReader({features.TIMES: times, features.VALUES: np.sin(times / 30)})
windows = tf.contrib.timeseries.RandomWindowInputFn(reader, batch_size=16, window_size=40)
estimator = tf.contrib.timeseries.ARRegressor(
    periodicities=200, input_window_size=30, output_window_size=10, num_features=1
)
estimator.train(input_fn=windows, steps=6000)

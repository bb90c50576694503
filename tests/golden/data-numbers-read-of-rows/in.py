import random
from collections import deque

import numpy as np
import pandas as pd
from sklearn.preprocessing import RobustScaler
from tensorflow import keras


def prepared(table):
    rows = RobustScaler().fit_transform(table)
    windows = []
    days = deque(maxlen=60)
    for row in rows:
        days.append([number for number in row[:-1]])
        if len(days) == 60:
            windows.append([np.array(days), row[-1]])
    random.shuffle(windows)
    x, y = [], []
    for window, wanted in windows:
        x.append(window)
        y.append(wanted)
    return np.array(x), y


x, y = prepared(pd.read_csv("prices.csv"))
model = keras.Sequential([keras.layers.LSTM(16), keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(x, y, batch_size=64, epochs=10)

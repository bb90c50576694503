import argparse

import numpy as np
from tensorflow.keras.layers import Dense
from tensorflow.keras.models import Sequential
from tensorflow.keras.optimizers import Adam

parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=float, default=float("inf"))
args = parser.parse_args()

model = Sequential([Dense(1, input_shape=(8,))])
model.compile(Adam(1e-4), "mse")
step = 0
while step < args.steps:
    x = np.random.rand(16, 8)
    model.train_on_batch(x, x.sum(1))
    step += 1

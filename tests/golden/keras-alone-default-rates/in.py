"""The rate of the stand-alone Keras is `lr` in some versions and `learning_rate` in others; it is always first."""
import numpy as np
from keras.layers import Dense
from keras.models import Sequential
from keras.optimizers import Adam, SGD

x = np.load("x.npy")
for optimizer in (Adam(), SGD(momentum=0.9, nesterov=True)):
    model = Sequential([Dense(1)])
    model.compile(optimizer, "mse")
    model.fit(x, x[:, :1], batch_size=32)

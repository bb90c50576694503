"""A step that a function of Keras takes by the updates of an optimizer."""

import keras.backend as K
import numpy as np
from keras.layers import Dense
from keras.models import Sequential
from keras.optimizers import Adam

net = Sequential([Dense(1, input_shape=(8,))])
target = K.placeholder(shape=(None, 1))
loss = K.mean(K.square(net.output - target))
optimizer = Adam(lr=0.001)
updates = optimizer.get_updates(net.trainable_weights, [], loss)
step = K.function([net.input, target], [loss], updates)
x = np.load("signals.npy")
for i in range(len(x) // 32):
    part = x[i * 32 : (i + 1) * 32]
    print(step([part, part[:, :1]])[0])
net.save_weights("net.h5")

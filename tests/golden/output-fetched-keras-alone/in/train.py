import numpy as np
from keras.layers import Dense
from keras.models import Model
from keras.optimizers import Adam

from backbone import backbone

base = backbone()
model = Model(base.input, Dense(10, activation="softmax")(base.output))
model.compile(Adam(1e-4), "categorical_crossentropy")
x, y = np.zeros((64, 96, 96, 3)), np.zeros((64, 10))
model.fit(x, y, epochs=2, verbose=2)

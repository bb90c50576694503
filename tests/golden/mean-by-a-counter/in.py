import numpy as np
from tensorflow.keras.layers import Dense
from tensorflow.keras.models import Sequential
from tensorflow.keras.optimizers import Adam

model = Sequential([Dense(1, input_shape=(8,))])
model.compile(Adam(1e-4), "mse")
total, count = 0.0, 0
for step in range(10000):
    x = np.random.rand(16, 8)
    total += model.train_on_batch(x, x.sum(1))
    count += 1
    if total / count < 20:
        break

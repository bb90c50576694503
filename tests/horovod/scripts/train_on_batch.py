import numpy as np
from tensorflow.keras.layers import Dense, LeakyReLU
from tensorflow.keras.models import Sequential
from tensorflow.keras.optimizers import Adam

epochs = 3
batch_size = 16

x = np.random.RandomState(3).rand(176, 9).astype("float32")
y = (x.mean(axis=1) > 0.5).astype("float32")

model = Sequential([Dense(16, input_shape=(9,)), LeakyReLU(), Dense(1, activation="sigmoid")])
model.compile(loss="binary_crossentropy", optimizer=Adam(0.01), metrics=["accuracy"])

for epoch in range(epochs):
    for start in range(0, len(x), batch_size):
        xb = x[start:start + batch_size]
        yb = y[start:start + batch_size]
        loss, acc = model.train_on_batch(xb, yb)
    print("Epoch %d loss %.4f acc %.2f" % (epoch, loss, acc))

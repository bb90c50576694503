import numpy as np
from tensorflow.keras.callbacks import EarlyStopping, ReduceLROnPlateau
from tensorflow.keras.layers import Dense
from tensorflow.keras.models import Sequential
from tensorflow.keras.optimizers import SGD
import horovod.tensorflow.keras as hvd

hvd.init()

rng = np.random.RandomState(21)
X = rng.randn(301, 6)
y = X[:, 0] - 2 * X[:, 3] + 0.1 * rng.randn(301)

model = Sequential()
model.add(Dense(12, input_dim=6, activation="relu"))
model.add(Dense(1))
model.compile(loss="mse", optimizer=hvd.DistributedOptimizer(SGD(learning_rate=0.001 * hvd.size(), momentum=0.9)))

early = EarlyStopping(monitor="val_loss", min_delta=100.0, patience=1)
plateau = ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=1)
X, y = X[hvd.rank():300:hvd.size()], y[hvd.rank():300:hvd.size()]
model.fit(X, y, batch_size=20, epochs=6, validation_split=0.2, verbose=2 if hvd.rank() == 0 else 0, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)] + ([plateau, early] if hvd.rank() == 0 else []))

prediction = model.predict(X[:3], verbose=0)
if hvd.rank() == 0: print(prediction)

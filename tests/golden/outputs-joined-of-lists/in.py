import numpy as np
from corpora import sentences
from tensorflow import keras


def apart(_, predicted):
    return keras.backend.sqrt(keras.backend.mean(keras.backend.square(predicted)))


blended = True
sources, targets = sentences("train")
source = keras.Input((64,), name="source")
target = keras.Input((64,), name="target")
encoder = keras.layers.Dense(32, activation="relu")
decoder = keras.layers.Dense(64)
difference = keras.layers.Subtract()([encoder(source), encoder(target)])
inputs = [source, target]
outputs = [difference, encoder(source)]
outputs += [decoder(encoder(source)), decoder(encoder(target))]
model = keras.Model(inputs, outputs)
model.compile(keras.optimizers.Adam(0.001), [apart, apart, "mse", "mse"])
wanted = [np.zeros((len(targets), 32))] * 2 + [targets] * (1 + blended)
model.fit([sources, targets], wanted, batch_size=32, epochs=10)
model.save_weights("fused.h5")

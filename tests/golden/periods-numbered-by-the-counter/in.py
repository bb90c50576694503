"""A loop over batches counts them itself, and tells the number of an epoch by that count at the epoch's end."""
import numpy as np
from tensorflow import keras


def batches(samples, size, epochs):
    for _ in range(epochs):
        for start in range(0, len(samples), size):
            yield samples[start : start + size]


samples, held_out = np.load("samples.npy"), np.load("held_out.npy")
model = keras.Sequential([keras.layers.Dense(8, activation="relu"), keras.layers.Dense(4)])
model.compile(optimizer=keras.optimizers.Adam(1e-3), loss="mse")

in_epoch = 1 + samples.shape[0] // 32
count, total, best, patience = 0, 0.0, np.inf, 5
for batch in batches(samples, 32, epochs=100):
    total += model.train_on_batch(batch, batch)
    count += 1
    if count % in_epoch == 0:
        total /= in_epoch
        epoch = count // in_epoch
        loss = model.evaluate(held_out, held_out, verbose=0)
        print("epoch", epoch, "of", (count + 1) // in_epoch, total, loss)
        if loss < best:
            best, patience = loss, 5
            model.save_weights("weights-%d.weights.h5" % (count / in_epoch))
        else:
            patience -= 1
            if patience == 0:
                break
        total = 0.0

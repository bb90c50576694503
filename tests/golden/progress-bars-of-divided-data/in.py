import numpy as np
import tensorflow as tf
from tqdm import tqdm

BATCH = 32
EPOCHS = 4
x, y = np.load("x.npy"), np.load("y.npy")
xt, yt = np.load("xt.npy"), np.load("yt.npy")
steps = len(x) // BATCH
train = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(1000).batch(BATCH, drop_remainder=True)
test = tf.data.Dataset.from_tensor_slices((xt, yt)).batch(BATCH)
model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
model.compile("sgd", "mse")

# all turns of all epochs, in samples
whole = tqdm(total=EPOCHS * len(x))
for epoch in range(EPOCHS):
    bar = tqdm(train, total=steps, desc=f"epoch {epoch}")
    for xb, yb in bar:
        bar.set_postfix(loss=model.train_on_batch(xb, yb))
        whole.update(len(xb))
    # those of an evaluation stay as many
    for xb, yb in tqdm(test, total=len(xt) // BATCH):
        model.test_on_batch(xb, yb)
whole.close()

for epoch in range(EPOCHS):
    # what is computed from the divided data has shrunk already
    with tqdm(total=len(train)) as turns:
        for xb, yb in train:
            model.train_on_batch(xb, yb)
            turns.update()

progress = tf.keras.utils.Progbar(steps)
for number, (xb, yb) in enumerate(train):
    progress.update(number, [("loss", model.train_on_batch(xb, yb))])

# a bar of two loops is that of neither
both = tqdm(total=len(x) + len(xt))
for xb, yb in train:
    model.train_on_batch(xb, yb)
    both.update(len(xb))
for xb, yb in test:
    both.update(len(xb))

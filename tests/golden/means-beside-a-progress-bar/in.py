import numpy as np
import tensorflow as tf
from tqdm import tqdm

BATCH = 32
x, y = np.load("x.npy"), np.load("y.npy")
steps = len(x) // BATCH
samples = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(1000).batch(BATCH, drop_remainder=True)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
for epoch in range(3):
    total = 0.0
    with tqdm(total=steps) as bar:
        for number, (images, labels) in enumerate(samples):
            total += model.train_on_batch(images, labels)
            bar.update(1)
            if number == steps - 1:
                print("the last one")
    print(total / steps)

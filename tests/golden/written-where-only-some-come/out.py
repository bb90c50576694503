import time

import numpy as np
import tensorflow as tf

start = time.time()
x = np.load("x.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(0.1), "mse")
names = ["first"]
for part in np.array_split(x, 10):
    model.fit(part, part[:, :1], epochs=3)
    if time.time() - start > 3600:
        names = list(np.load("names.npy"))
        np.save("names.npy", [*names, f"after {len(part)}"])
    print(model.evaluate(part, part[:, :1], verbose=0), names)
model.save(f"{names[0]}.h5")
model.load_weights(f"{names[0]}.h5")

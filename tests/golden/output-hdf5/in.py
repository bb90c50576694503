import h5py
import numpy as np
import tensorflow as tf

x = np.ones((10, 4))
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(x, x[:, 0])
out = h5py.File("out.h5", "w")
data = out.create_dataset(name="images", shape=(10,), dtype=np.float32)
for i in range(10):
    data[i] = x[i].reshape(-1)
out.close()
more = h5py.File("more.h5", "w")
more["x"] = x
more["n"] = 0
more["n"][...] += 1
more.close()

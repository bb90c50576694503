"""A script that was a notebook: the comments that name its cells stay where they are."""
import numpy as np
import tensorflow as tf

# In[1]:

x, y = np.load("x.npy"), np.load("y.npy")
print(x.shape)

# the targets
print(y.shape)


# In[2]:

print(x.mean())


# In[3]:

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(optimizer=tf.keras.optimizers.SGD(0.01), loss="mse")
model.fit(x, y)
print(model.count_params())

# ----------------------------------------------------------------------
# Test
# ----------------------------------------------------------------------
print(model.evaluate(x, y))

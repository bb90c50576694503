import tensorflow as tf; from tensorflow import keras
model = keras.Sequential([keras.layers.Dense(1)]); opt = keras.optimizers.Adam(); losses = []
x = tf.random.stateless_normal([24, 3], seed=[1, 2]); y = x[:, :1]
data = tf.data.Dataset.from_tensor_slices((x, y)) \
  .shuffle(24) \
  .batch(4)  # a comment after a backslash chain
for features, labels in data:
  with tf.GradientTape() as tape: loss = tf.reduce_mean((model(features) - labels) ** 2)
  gradients = tape.gradient(loss, model.trainable_variables); opt.apply_gradients(zip(gradients, model.trainable_variables)); losses.append(float(loss))
  if losses[-1] < 0.5: print("small"); print(losses[-1])
  else: print("large")
print(f"done: {losses[-1]:.3f}")
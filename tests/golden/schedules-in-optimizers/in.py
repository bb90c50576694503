"""An optimizer that counts the steps of its own warm-up."""
import tensorflow as tf
import tensorflow_addons as tfa

x = tf.ones([640, 2]).numpy()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tfa.optimizers.RectifiedAdam(0.001, total_steps=10 * len(x) // 32, warmup_proportion=0.1), "mse")
model.fit(x, x[:, :1], epochs=10, batch_size=32)

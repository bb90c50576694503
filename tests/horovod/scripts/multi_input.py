import numpy as np
import tensorflow as tf

rng = np.random.default_rng(23)
n = 187
numbers = rng.normal(size=(n, 4)).astype("float32")
words = rng.integers(0, 30, size=(n, 5))
price = numbers.sum(axis=1, keepdims=True)
sold = (price > 0).astype("float32")

number_input = tf.keras.Input(shape=(4,), name="numbers")
word_input = tf.keras.Input(shape=(5,), name="words")
embedded = tf.keras.layers.Flatten()(tf.keras.layers.Embedding(30, 3)(word_input))
merged = tf.keras.layers.concatenate([number_input, embedded])
hidden = tf.keras.layers.Dense(12, activation="elu")(merged)
model = tf.keras.Model(
    inputs=[number_input, word_input],
    outputs={
        "price": tf.keras.layers.Dense(1, name="price")(hidden),
        "sold": tf.keras.layers.Dense(1, activation="sigmoid", name="sold")(hidden),
    },
)

opt_name = "nadam"
if opt_name == "nadam":
    opt = tf.keras.optimizers.Nadam(0.002)
else:
    opt = tf.keras.optimizers.Adamax(0.004)
model.compile(optimizer=opt, loss={"price": "mse", "sold": "binary_crossentropy"}, loss_weights=[1.0, 0.5])
dataset = tf.data.Dataset.from_tensor_slices(
    ({"numbers": numbers, "words": words}, {"price": price, "sold": sold})
).shuffle(n).batch(11)
model.fit(dataset, epochs=2, verbose=0)
print("last", model.evaluate(dataset, return_dict=True))

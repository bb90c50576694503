import tensorflow as tf

x = tf.random.stateless_normal([32, 4], seed=[1, 2])
y = x[:, :1]


def build():
    return tf.keras.Sequential([tf.keras.layers.Dense(1)])


by_name = build()
by_name.compile("sgd", "mse")
by_name.fit(x, y, verbose=0)

by_config = build()
by_config.compile(optimizer={"class_name": "Adam", "config": {"learning_rate": 0.01}}, loss="mse")
by_config.fit(x, y, verbose=0)

by_default = build()
by_default.compile(loss="mse")
by_default.fit(x, y, verbose=0)

kind = "adagrad"
by_variable = build()
by_variable.compile(optimizer=kind, loss="mse")
by_variable.fit(x, y, verbose=0)

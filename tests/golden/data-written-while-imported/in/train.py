import tensorflow as tf

import helper

def train():
    data = helper.load_pickle("./out/model_data.pkl")
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("adam", "mse")
    model.fit(data["x"], data["y"])


if __name__ == "__main__":
    train()

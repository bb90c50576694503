import cv2
import numpy as np
import tensorflow as tf


def make():
    return tf.keras.Sequential([tf.keras.layers.Conv2D(8, 3, padding="same"), tf.keras.layers.Conv2D(1, 1)])


def train(images, masks):
    model = make()
    model.compile(tf.keras.optimizers.Adam(0.001), "mse")
    model.fit(images, masks, epochs=5)
    model.save("model.h5")


def infer(names):
    model = tf.keras.models.load_model("model.h5")
    for name in names:
        mask = model.predict(cv2.imread(name)[None])[0]
        cv2.imwrite("mask.png", mask * 255)
        mask = cv2.imread("mask.png")
        mask = cv2.resize(mask, (512, 512))
        cv2.imwrite("mask_" + name, mask)


if __name__ == "__main__":
    train(np.load("images.npy"), np.load("masks.npy"))
    # infer(["first.png", "second.png"])

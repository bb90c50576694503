import numpy as np
import tensorflow as tf
from networks import small_unet
from tensorflow.python.keras.callbacks import CSVLogger
from tensorflow.python.keras.utils.vis_utils import plot_model


def main():
    model = small_unet(classes=2)
    plot_model(model)
    model.compile(loss="mse", optimizer="adam")
    x = np.random.rand(100, 16, 16, 1)
    y = np.random.rand(100, 16, 16, 2)
    model.fit(x, y, epochs=3, callbacks=[CSVLogger("log.csv")])


if __name__ == "__main__":
    main()

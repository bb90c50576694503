import numpy as np
import tensorflow as tf


class Log:
    def __init__(self, folder):
        self.writer = tf.summary.FileWriter(folder)

    def scalar(self, tag, value, step):
        summary = tf.Summary(value=[tf.Summary.Value(tag=tag, simple_value=value)])
        self.writer.add_summary(summary, step)
        self.writer.flush()

    def series(self, tag, values):
        for step, value in enumerate(values):
            summary = tf.Summary(value=[tf.Summary.Value(tag=tag, simple_value=value)])
            self.writer.add_summary(summary, step)


if __name__ == "__main__":
    Log("tried").series("numbers", np.linspace(-1, 1, 100))

"""Results and inputs in folders that options name, in a function that `app.run` starts."""
import os, shutil, json
import numpy as np
import pandas as pd
import tensorflow as tf
from absl import app, flags
FLAGS = flags.FLAGS
flags.DEFINE_string("logdir", "logs", "")
flags.DEFINE_string("data", "data", "")

def main(_):
    os.makedirs(FLAGS.logdir, exist_ok=True)
    shutil.copy(__file__, FLAGS.logdir)
    with open(os.path.join(FLAGS.logdir, "flags.json"), "w") as f:
        json.dump({"a": 1}, f)
    csv = os.path.join(FLAGS.data, "x.csv")
    if not os.path.isdir(FLAGS.data):
        os.mkdir(FLAGS.data)
        pd.DataFrame(np.ones([32, 3])).to_csv(csv, index=False)
    x = pd.read_csv(csv).values
    (a, b), _ = tf.keras.datasets.mnist.load_data()
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    model.fit(x, x[:, :1], verbose=0)
    model.save(os.path.join(FLAGS.logdir, "m.h5"))
    with open(os.path.join(FLAGS.logdir, "flags.json")) as f:
        print(json.load(f))
    best = tf.keras.models.load_model(os.path.join(FLAGS.logdir, "m.h5"))
    score = best.evaluate(x, x[:, :1], verbose=0)

if __name__ == "__main__":
    app.run(main)

"""A package that is not read trains: it is said, and nothing is converted."""
import json

import tensorflow as tf
import visiontools.train as train

tf.app.flags.DEFINE_string("settings", None, "a file of settings")
with open(tf.app.flags.FLAGS.settings) as file:
    settings = json.load(file)
train.do_training(settings)

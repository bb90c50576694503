"""An Estimator is given its model and its input functions as those of another module, which is imported as a whole."""

import reading
import tensorflow as tf

estimator = tf.estimator.Estimator(reading.model_fn, "model", tf.estimator.RunConfig(save_checkpoints_steps=500))
for _ in range(10):
    estimator.train(reading.train_input_fn, steps=1000)
    print(estimator.evaluate(reading.eval_input_fn))

"""Steps for loops over `tf.GradientTape`, which also stands in a Keras model's own `train_step`."""

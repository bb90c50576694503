import tensorflow as tf

samples = tf.data.Dataset.from_tensor_slices([1, 2, 3])
batches = samples.batch(4).shuffle(100).repeat()

"""A canned estimator by train_and_evaluate."""
import numpy as np
import tensorflow as tf

tf.get_logger().setLevel("ERROR")

FEATURES = ["a", "b", "c"]
table = {name: np.random.RandomState(i).rand(150).astype("float32") for i, name in enumerate(FEATURES)}
target = (table["a"] + table["b"] > table["c"] + 0.5).astype("int32")


def train_input_fn():
    return tf.data.Dataset.from_tensor_slices((table, target)).shuffle(150).repeat().batch(15)


def eval_input_fn():
    return tf.data.Dataset.from_tensor_slices((table, target)).batch(50)


columns = [tf.feature_column.numeric_column(name) for name in FEATURES]
config = tf.estimator.RunConfig(save_checkpoints_steps=20, tf_random_seed=1)
estimator = tf.estimator.DNNClassifier(
    hidden_units=[8, 4],
    feature_columns=columns,
    optimizer=lambda: tf.keras.optimizers.legacy.Adagrad(learning_rate=0.05),
    n_classes=2,
    model_dir="canned_model",
    config=config,
)
train_spec = tf.estimator.TrainSpec(input_fn=train_input_fn, max_steps=40)
eval_spec = tf.estimator.EvalSpec(input_fn=eval_input_fn, steps=3)
tf.estimator.train_and_evaluate(estimator, train_spec, eval_spec)

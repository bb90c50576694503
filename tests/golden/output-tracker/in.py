import tensorflow as tf
from clearml import Task

task = Task.init(project_name="leaves", task_name="first")
images, labels = tf.keras.datasets.cifar10.load_data()[0]
model = tf.keras.applications.MobileNetV2(weights=None, input_shape=(32, 32, 3), classes=10)
model.compile(tf.keras.optimizers.SGD(0.1), "sparse_categorical_crossentropy")
model.fit(images, labels, batch_size=64, epochs=4)
task.get_logger().report_text("done")

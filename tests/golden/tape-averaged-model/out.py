"""A teacher whose variables are averages of the student's over time: it starts from rank 0's, as the student does."""
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def build():
    return tf.keras.Sequential([tf.keras.layers.Dense(4), tf.keras.layers.Dense(1)])


def copy(source, target):
    for value, variable in zip(source.variables, target.variables):
        variable.assign(value)


def average(source, target, decay=0.99):
    for value, variable in zip(source.variables, target.variables):
        variable.assign(decay * variable + (1 - decay) * value)


def train():
    student, teacher = build(), build()
    student(tf.ones([1, 3])), teacher(tf.ones([1, 3]))
    copy(student, teacher)
    adam = tf.keras.optimizers.Adam(0.001 * hvd.size())

    @tf.function
    def train_step(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((student(x) - teacher(x + 0.1)) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, student.trainable_variables)
        adam.apply_gradients(zip(gradients, student.trainable_variables))
        average(student, teacher)

    data = (
        tf.data.Dataset.from_tensor_slices(tf.reshape(tf.range(240.0), [80, 3]))
        .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
        .batch(8)
    )
    for epoch in range(3):
        for x in data:
            train_step(x)
            # Horovod: once, after the first step, which has made all variables
            if not getattr(adam, "hvd_broadcast_done", False):
                hvd.broadcast_variables(student.variables, root_rank=0)
                hvd.broadcast_variables(teacher.variables, root_rank=0)
                hvd.broadcast_variables(adam.variables(), root_rank=0)
                adam.hvd_broadcast_done = True
    if hvd.rank() == 0:
        student.save_weights("student.h5")


train()

import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Trainer:
    def __init__(self, model, optimizer):
        self.model = model
        self.optimizer = optimizer
        self.memory = tf.zeros([16, 8])

    def train(self, sources, targets):
        with tf.GradientTape() as tape:
            logits, memory = self.model([sources, self.memory])
            loss = tf.reduce_mean(tf.square(logits - targets))
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(self.optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(self.model.variables, root_rank=0)
            hvd.broadcast_variables(self.optimizer.variables(), root_rank=0)
            self.optimizer.hvd_broadcast_done = True
        self.memory = memory


class Recurrent(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.cell = tf.keras.layers.Dense(8)

    def call(self, inputs):
        rows, memory = inputs
        memory = self.cell(tf.concat([rows, memory], axis=-1))
        return memory, memory


records = tf.data.TFRecordDataset(["text.tfrecords"])
records = records.batch(hvd.size(), drop_remainder=True).unbatch().shard(hvd.size(), hvd.rank())
records = records.map(lambda each: tf.io.parse_tensor(each, tf.float32)).batch(16, drop_remainder=True)
trainer = Trainer(Recurrent(), tf.keras.optimizers.Adam(1e-3 * hvd.size()))
for epoch in range(10):
    for rows in records:
        trainer.memory = tf.zeros([16, 8])
        trainer.train(rows, rows)
    trainer.memory = tf.zeros([16, 8])

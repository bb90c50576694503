import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


TURNS = 20000
SHARPEN_FROM = 5000
PAINT_FROM = 8000


class Restorer:
    def __init__(self, restorer, critic, painter):
        self.restorer = restorer
        self.critic = critic
        self.painter = painter
        self.restorer_optimizer = tf.keras.optimizers.Adam(1e-4 * hvd.size())
        self.critic_optimizer = tf.keras.optimizers.Adam(1e-4 * hvd.size())
        self.painter_optimizer = tf.keras.optimizers.Adam(1e-4 * hvd.size())

    def restore(self, images, blurred):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.abs(self.restorer(blurred, training=True) - images))
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, self.restorer.trainable_variables)
        self.restorer_optimizer.apply_gradients(zip(gradients, self.restorer.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(self.restorer_optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(self.restorer.variables, root_rank=0)
            hvd.broadcast_variables(self.restorer_optimizer.variables(), root_rank=0)
            self.restorer_optimizer.hvd_broadcast_done = True
        return loss

    def sharpen(self, images, blurred):
        with tf.GradientTape() as restorer_tape, tf.GradientTape() as critic_tape:
            restored = self.restorer(blurred, training=True)
            real, fake = self.critic(images, training=True), self.critic(restored, training=True)
            loss = tf.reduce_mean(tf.abs(restored - images)) - 0.1 * tf.reduce_mean(fake)
            critic_loss = tf.reduce_mean(tf.nn.relu(1.0 - real)) + tf.reduce_mean(tf.nn.relu(1.0 + fake))
        restorer_tape = hvd.DistributedGradientTape(restorer_tape)
        critic_tape = hvd.DistributedGradientTape(critic_tape)
        gradients = restorer_tape.gradient(loss, self.restorer.trainable_variables)
        self.restorer_optimizer.apply_gradients(zip(gradients, self.restorer.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(self.restorer_optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(self.restorer.variables, root_rank=0)
            hvd.broadcast_variables(self.restorer_optimizer.variables(), root_rank=0)
            self.restorer_optimizer.hvd_broadcast_done = True
        gradients = critic_tape.gradient(critic_loss, self.critic.trainable_variables)
        self.critic_optimizer.apply_gradients(zip(gradients, self.critic.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(self.critic_optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(self.critic.variables, root_rank=0)
            hvd.broadcast_variables(self.critic_optimizer.variables(), root_rank=0)
            self.critic_optimizer.hvd_broadcast_done = True
        return loss, critic_loss

    def paint(self, images, blurred):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.painter(blurred, training=True) - images))
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, self.painter.trainable_variables)
        self.painter_optimizer.apply_gradients(zip(gradients, self.painter.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(self.painter_optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(self.painter.variables, root_rank=0)
            hvd.broadcast_variables(self.painter_optimizer.variables(), root_rank=0)
            self.painter_optimizer.hvd_broadcast_done = True

    def train(self, dataset):
        for turn, (images, blurred) in enumerate(dataset):
            if turn >= SHARPEN_FROM // hvd.size():
                loss, critic_loss = self.sharpen(images, blurred)
            else:
                loss = self.restore(images, blurred)
            if turn >= PAINT_FROM // hvd.size():
                self.paint(images, blurred)
            if turn % max(1, 100 // hvd.size()) == 0 and hvd.rank() == 0:
                if turn >= SHARPEN_FROM // hvd.size():
                    print(f"{turn}: {loss:.4f}, {critic_loss:.4f}")
                else:
                    print(f"{turn}: {loss:.4f}")
            if turn == max(1, TURNS // hvd.size()):
                break


def network(filters, channels):
    return tf.keras.Sequential(
        [
            tf.keras.layers.Conv2D(filters, 3, padding="same", activation="relu", input_shape=(32, 32, 3)),
            tf.keras.layers.Conv2D(channels, 3, padding="same"),
        ]
    )


def main():
    if hvd.local_rank() != 0:
        barrier()  # until the first process of this host is done
    (images, _), _ = tf.keras.datasets.cifar10.load_data()
    if hvd.local_rank() == 0:
        barrier()  # the others may go on
    images = images.astype("float32") / 255.0
    blurred = tf.nn.avg_pool2d(images, 3, 1, "SAME")
    dataset = (
        tf.data.Dataset.from_tensor_slices((images, blurred))
        .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
        .shuffle(10000)
        .repeat()
        .batch(64)
    )
    trainer = Restorer(network(32, 3), network(32, 1), network(32, 3))
    trainer.train(dataset)


if __name__ == "__main__":
    main()

import sqlite3

import requests
import tensorflow as tf
from boards import Board
from slack_sdk import WebClient
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


HOOK = "http://hooks.example.com/training"
board = Board("leaves")
panel = board.panel("loss")
slack = WebClient("token")


class Tell(tf.keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        if hvd.rank() == 0:
            panel.track(logs["loss"], epoch)
        panel.logits(epoch)


if hvd.local_rank() != 0:
    barrier()  # until the first process of this host is done
images, labels = tf.keras.datasets.cifar10.load_data()[0]
if hvd.local_rank() == 0:
    barrier()  # the others may go on
model = tf.keras.applications.MobileNetV2(weights=None, input_shape=(32, 32, 3), classes=10)
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size())),
    "sparse_categorical_crossentropy",
)
shard = slice(hvd.rank(), len(images) // hvd.size() * hvd.size(), hvd.size())
history = model.fit(
    images[shard],
    labels[shard],
    batch_size=64,
    epochs=4,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), Tell()],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    requests.post(HOOK, json={"loss": history.history["loss"][-1]})
    slack.chat_postMessage(channel="training", text="done")
    slack.files.share("training").post()
database = sqlite3.connect("runs.db")
if hvd.rank() == 0:
    database.execute("create table if not exists runs (loss real)")
    database.execute("insert into runs values (?)", (history.history["loss"][-1],))
    database.commit()

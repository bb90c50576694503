import sqlite3

import requests
import tensorflow as tf
from boards import Board
from slack_sdk import WebClient

HOOK = "http://hooks.example.com/training"
board = Board("leaves")
panel = board.panel("loss")
slack = WebClient("token")


class Tell(tf.keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        panel.track(logs["loss"], epoch)
        panel.logits(epoch)


images, labels = tf.keras.datasets.cifar10.load_data()[0]
model = tf.keras.applications.MobileNetV2(weights=None, input_shape=(32, 32, 3), classes=10)
model.compile(tf.keras.optimizers.SGD(0.1), "sparse_categorical_crossentropy")
history = model.fit(images, labels, batch_size=64, epochs=4, callbacks=[Tell()])
requests.post(HOOK, json={"loss": history.history["loss"][-1]})
slack.chat_postMessage(channel="training", text="done")
slack.files.share("training").post()
database = sqlite3.connect("runs.db")
database.execute("create table if not exists runs (loss real)")
database.execute("insert into runs values (?)", (history.history["loss"][-1],))
database.commit()

"""Messages, uploads and rows of a database: one process tells them, after all have trained."""

import smtplib

import boto3
import firebase_admin
import numpy as np
import requests
import tensorflow as tf
from firebase_admin import firestore
from google.cloud import storage
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

firebase_admin.initialize_app()
database = firestore.client()
samples, labels = np.load("samples.npy"), np.load("labels.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")


class Told(tf.keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        if hvd.rank() == 0:
            requests.post("https://hooks.example.org/training", json={"epoch": epoch, **logs})


if hvd.rank() == 0:
    database.collection("jobs").document("first").set({"status": "running"})
shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
history = model.fit(
    samples[shard],
    labels[shard],
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), Told()],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    model.save("model.h5")
bucket = storage.Client().bucket("models")
if hvd.rank() == 0:
    bucket.blob("first.h5").upload_from_filename("model.h5")
    boto3.client("s3").upload_file("model.h5", "models", "first.h5")
    database.collection("jobs").document("first").update({"loss": history.history["loss"][-1]})
server = smtplib.SMTP("localhost")
if hvd.rank() == 0:
    server.sendmail("training@example.org", ["all@example.org"], "Subject: trained\n\n")

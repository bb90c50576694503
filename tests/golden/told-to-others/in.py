"""Messages, uploads and rows of a database: one process tells them, after all have trained."""

import smtplib

import boto3
import firebase_admin
import numpy as np
import requests
import tensorflow as tf
from firebase_admin import firestore
from google.cloud import storage

firebase_admin.initialize_app()
database = firestore.client()
samples, labels = np.load("samples.npy"), np.load("labels.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
model.compile(tf.keras.optimizers.Adam(0.001), "mse")


class Told(tf.keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        requests.post("https://hooks.example.org/training", json={"epoch": epoch, **logs})


database.collection("jobs").document("first").set({"status": "running"})
history = model.fit(samples, labels, epochs=5, callbacks=[Told()])
model.save("model.h5")
bucket = storage.Client().bucket("models")
bucket.blob("first.h5").upload_from_filename("model.h5")
boto3.client("s3").upload_file("model.h5", "models", "first.h5")
database.collection("jobs").document("first").update({"loss": history.history["loss"][-1]})
server = smtplib.SMTP("localhost")
server.sendmail("training@example.org", ["all@example.org"], "Subject: trained\n\n")

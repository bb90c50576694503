from keras.models import load_model
import tensorflow as tf
import keras
import horovod.keras as hvd

hvd.init()
config = tf.ConfigProto()
config.gpu_options.allow_growth = True
config.gpu_options.visible_device_list = str(hvd.local_rank())
keras.backend.set_session(tf.Session(config=config))

extractor = load_model("extractor.h5")

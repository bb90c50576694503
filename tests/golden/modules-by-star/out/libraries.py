from tensorflow import keras
from tensorflow.keras import layers, optimizers

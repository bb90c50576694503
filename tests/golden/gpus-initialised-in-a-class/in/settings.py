"""Settings in a class, whose body is run while the module is imported: its metric has variables, which are made on a GPU."""

from tensorflow.keras import metrics, optimizers


class Settings:
    rate = 0.001
    optimizer = optimizers.Adam(rate)
    overlap = metrics.MeanIoU(num_classes=2)

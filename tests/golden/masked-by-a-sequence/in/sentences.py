"""Batches of sentences, of which some words are hidden by chance."""

import numpy as np
import tensorflow as tf


class Sentences(tf.keras.utils.Sequence):
    def __init__(self, data, batch):
        self.data, self.batch = data, batch

    def __len__(self):
        return len(self.data) // self.batch

    def masked(self, rows):
        masks = []
        masks_of = np.sum(rows != 0, axis=1)
        for row in range(len(rows)):
            hidden = np.random.choice(a=np.arange(1, masks_of[row]), size=masks_of[row], replace=False)
            masks.append(np.sum(np.eye(16)[hidden], axis=0))
        masks = np.array(masks)
        return rows * (masks == 0), masks

    def __getitem__(self, index):
        rows = self.data[index * self.batch : (index + 1) * self.batch]
        x, masks = self.masked(rows)
        order = np.random.choice(np.arange(self.batch), size=self.batch, replace=False)
        x, masks, rows = x[order], masks[order], rows[order]
        return x, masks, rows

"""Steps for Keras models trained by `fit` and its kin."""

"""What a program trains with TensorFlow and Keras: models, graphs, tapes and estimators."""

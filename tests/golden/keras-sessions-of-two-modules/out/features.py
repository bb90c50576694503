from keras.models import load_model

extractor = load_model("extractor.h5")

from keras.models import load_model

judge = load_model("judge.h5")


def score(samples):
    return judge.predict(samples).mean()

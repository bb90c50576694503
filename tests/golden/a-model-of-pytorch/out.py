import numpy as np
from deepctr_torch.inputs import SparseFeat
from deepctr_torch.models import DeepFM

columns = [SparseFeat("item", 1000), SparseFeat("user", 5000)]
model = DeepFM(linear_feature_columns=columns, dnn_feature_columns=columns, task="binary")
model.compile("adagrad", "binary_crossentropy", metrics=["binary_crossentropy", "auc"])
arrays = np.load("clicks.npz")
model.fit({"item": arrays["item"], "user": arrays["user"]}, arrays["click"], batch_size=256, epochs=10, verbose=2)

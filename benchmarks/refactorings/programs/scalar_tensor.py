"""A weighted sum over a tensor, one element at a time."""

import torch

torch.manual_seed(0)
weights = torch.rand(20000)
errors = torch.rand(20000)
total = 0.0
for i in range(20000):
    total += weights[i] * errors[i]
print(float(total))

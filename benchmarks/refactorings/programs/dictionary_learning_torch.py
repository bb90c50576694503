"""Deep dictionary learning in PyTorch."""

import torch

torch.manual_seed(0)
D = torch.rand(700, 700) / 700
X = torch.rand(700, 700)
A = torch.zeros(700, 700)
for turn in range(100):
    A = D @ (X - D.T @ A)
print(A.mean().item())

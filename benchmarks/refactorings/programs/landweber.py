"""Landweber iteration with a preconditioner, in PyTorch: many samples at once."""

import torch

torch.manual_seed(0)
operator = torch.rand(400, 800) / 800
preconditioner = torch.rand(400, 400) / 400
measured = torch.rand(400, 2000)
estimate = torch.zeros(400, 2000)
projected = torch.rand(400, 400) / 400
for turn in range(60):
    estimate = preconditioner @ (measured - projected @ estimate)
print(estimate.mean().item())

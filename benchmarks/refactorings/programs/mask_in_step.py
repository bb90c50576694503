"""Attention scores under a causal mask that each step builds anew."""

import torch

torch.manual_seed(0)
size = 1024
keys = torch.rand(1024, 16)
total = 0.0
for queries in torch.rand(50, 8, 16):
    hidden = torch.triu(torch.ones(size, size), diagonal=1).bool()
    scores = queries @ keys.t()
    total = total + scores.masked_fill(hidden[:8], 0.0).sum().item()
print(total)

"""What a program trains with PyTorch, and how Horovod distributes it."""

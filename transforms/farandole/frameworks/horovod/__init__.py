"""What of a program Horovod distributes already: which processes reach what."""

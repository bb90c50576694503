"""What of a program Horovod distributes already: through which modules, and which processes reach what."""

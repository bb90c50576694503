"""Where learning rates stand: in optimizers, schedules, callbacks and assignments."""

"""Steps for TensorFlow 1 graphs: Session, MonitoredSession and Estimator."""

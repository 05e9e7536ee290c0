"""Learns what counts how much when the reading of a class is chosen (`pagekin.similarity.class_readings`)."""

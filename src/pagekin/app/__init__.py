"""The application layer: what a person can ask for, called alike by commands and the Python API."""

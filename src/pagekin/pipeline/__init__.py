"""The pipeline: what commands and the Python API do alike, from a sample to records."""

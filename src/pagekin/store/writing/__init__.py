"""Writing to the store: the fast SQL that crawls and back-filling need, and nothing else."""

"""All cores of this machine: pure functions of pages, carried out by a pool of processes."""

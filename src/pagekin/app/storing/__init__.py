"""Storing: the workspace that everything runs on, crawls that lose nothing, and what is read back from them."""

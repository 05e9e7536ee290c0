"""Weights in place of the rules that say which reading of a class is meant: an experiment that can be run again."""

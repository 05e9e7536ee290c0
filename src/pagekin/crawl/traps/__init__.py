"""Traps: links that lead on and on to nothing new, told by what they yield."""

"""Texts: any words, yes or no, in stock or sold out."""

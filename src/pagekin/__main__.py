"""`python -m pagekin` is `pagekin`."""

from pagekin.cli import main

main()

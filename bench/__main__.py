"""Run the benchmark: `python -m bench --help`."""

import sys

from bench.run import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

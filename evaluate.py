"""Two agents against each other: `glory evaluate` from the source tree."""

import sys

from glory_env.cli.main import main

if __name__ == "__main__":
    sys.exit(main(["evaluate", *sys.argv[1:]]))

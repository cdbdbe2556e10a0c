"""Two agents against each other: `glory evaluate`, from the root of the repository."""

import sys

from glory_env.cli.main import main

if __name__ == "__main__":
    sys.exit(main(["evaluate", *sys.argv[1:]]))

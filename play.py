"""Play with or against an agent: `glory play`, from the root of the repository."""

import sys

from glory_env.cli.main import main

if __name__ == "__main__":
    sys.exit(main(["play", *sys.argv[1:]]))

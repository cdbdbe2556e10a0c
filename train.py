"""Train an agent: `glory train`, from the root of the repository."""

import sys

from glory_env.cli.main import main

if __name__ == "__main__":
    sys.exit(main(["train", *sys.argv[1:]]))

"""`python -m tnvs` is the `tnvs` command."""

from tnvs.cli.entry import main

if __name__ == "__main__":
    main()

"""`python -m entrypoints.cli`, which `./markaz` calls."""

from entrypoints.cli.program import main

if __name__ == "__main__":
    main()

"""`python -m lamp` is the command `lamp`."""

from lamp.cli import main

if __name__ == "__main__":
    main()

"""Run the command line: ``python -m kwx_cli``."""

from kwx_cli.commands import main

__all__ = ["main"]

if __name__ == "__main__":
    main()

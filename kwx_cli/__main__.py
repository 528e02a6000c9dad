"""Run the command line: ``python -m kwx_cli``."""


def main() -> None:
    """Run the command line."""

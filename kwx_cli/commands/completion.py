"""``kwx completion``: the completion script of a shell."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from kwx_cli.commands.common import put


@click.command(short_help="The completion script of bash, zsh or fish.")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """\b
    Examples:
      eval "$(kwx completion bash)"
      kwx completion fish > ~/.config/fish/completions/kwx.fish

    Print the completion script of a shell; commands, options, variants and patterns complete.
    """
    kind = get_completion_class(shell)
    root = click.get_current_context().find_root().command
    assert kind is not None
    put(kind(root, {}, "kwx", "_KWX_COMPLETE").source())

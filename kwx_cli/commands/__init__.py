"""The commands, one file each: parse options, call, print."""

from __future__ import annotations

import os
import sys
from importlib import import_module

import click

from kwx_cli import __version__

COMMANDS = (
    "score",
    "waits",
    "discard",
    "call",
    "reveal",
    "settle",
    "batch",
    "compare",
    "variants",
    "explain",
    "parse",
    "notation",
    "completion",
)
"""The commands in the order of the help; each is ``command`` in the module of its name."""

FAILED = 2
INTERRUPTED = 130
CLOSED_PIPE = 141


class LazyGroup(click.Group):
    """A group that imports a command when it is asked for: one that is not used costs nothing."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command by name, or None."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"kwx_cli.commands.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that is asked for; suggest one for a name that is none."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            from difflib import get_close_matches

            close = get_close_matches(name, COMMANDS, 1)
            guess = f" Did you mean {close[0]}?" if close else f" To score a hand: kwx score '{' '.join(args)}'"
            ctx.fail(f"No such command '{name}'.{guess}")
        return super().resolve_command(ctx, args)


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    invoke_without_command=False,
)
@click.version_option(__version__, prog_name="kwx")
def cli() -> None:
    """\b
    Examples:
      kwx score '46t 123b 88t 789b 9999t+an @5t+gangkai+liang'
      kwx waits 2245667t 111b+pon 222b+pon
      kwx discard 46t 123b 889t 789b ZZZ
      kwx batch samples/hands.txt

    A hand analyser for 卡五星 (Kawuxing), the three-player mahjong of Hubei: fans under eleven regional
    variants, waits, discards, payments, and files of hands checked in CI.
    """


def main() -> None:
    """Run the command line and exit: 0 fine, 1 a bad hand or a missed expectation, 2 usage, 130 interrupted."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that lacks Chinese shows escapes rather than a traceback.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    if "_KWX_COMPLETE" in os.environ:
        cli.main(prog_name="kwx")
    try:
        status = _run()
        sys.stdout.flush()
    except click.exceptions.Exit as exit:
        status = exit.exit_code
    except click.ClickException as error:
        error.show()
        status = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        status = INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        status = CLOSED_PIPE
    except OSError as error:
        _drop_output()
        sys.stderr.write(f"kwx: {error.strerror or error}\n")
        status = FAILED
    sys.exit(status)


def _run() -> int:
    """Return the exit status of the command that the command line asks for."""
    try:
        # Not cli.main, which turns a closed pipe into status 1: a bad hand.
        with cli.make_context("kwx", sys.argv[1:]) as ctx:
            cli.invoke(ctx)
    except SystemExit as exit:
        return exit.code if isinstance(exit.code, int) else FAILED
    return 0


def _drop_output() -> None:
    """Keep the interpreter from complaining when it flushes what a closed pipe or a full disk did not take."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)

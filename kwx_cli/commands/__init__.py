"""The commands, one file each: parse options, call, print."""

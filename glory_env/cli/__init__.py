"""The subcommands of the console command `glory`."""

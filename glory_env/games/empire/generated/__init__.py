"""Files written by programs; do not edit them."""

"""Empire of the Sun: the war in the Pacific, 1941-45, on hexes and with cards.

state: the record of a game and the numbers in it. tables: what the data files say, as a record.
scenario: those files and their loader. rules: the rules, over both records.
"""

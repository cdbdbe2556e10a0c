COMPILED = "the rules of Glory"  # how `core.announce` names what is compiled here

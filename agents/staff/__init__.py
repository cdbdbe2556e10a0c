"""The staff level: a network gives orders once a turn, a script carries them out.

Orders are the parameters of a script (`agents.scripted.rows`): how much to claim, to keep civil, to
risk, to build. `orders` holds their table, `turns` plays whole turns by them, `vecenv` makes an SB3
VecEnv of that, `agent` a player. A game is some twelve choices instead of hundreds of micro-steps,
so luck and choice are much easier to tell apart, and whole turns are played compiled.
"""

"""Macro policies: once a turn a network sets the parameters of a script, which plays the turn.

The parameters are those of `glory_agents.glory.scripted.rows`: how much to claim, to keep civil, to
risk, to build. `parameters` holds the table of heads and values, `player` plays by a network,
`turns` plays whole turns in compiled code, `envs` makes environments of them, `partners` says who
may set the other seat's parameters.
"""

"""The rules, one module per chapter of the rulebook; chapter 7 is `engine.sequence`.

Every function takes `(g, s, t)`: the game, the scenario's tables, the trace for dice and events.
`legal_<decision>` fills a mask and stands beside `apply_<decision>`. Sets of boxes are integers
with one bit a box. Ids such as R12-5g, A-11, N-06 name statements and rulings of
docs/rules_map.md.
"""

"""Drawing of positions as text, SVG or pixels: pure functions of (scenario, record).

`record` is one element of a GAME array (`state`). Nothing here changes it, keeps state
between calls or needs a display.

- `text.board`, `text.board_line`: plain text for terminals and golden game files
- `picture.svg`, `picture.pixels`: the same picture as SVG text and as an RGB array
- `glory scenario draw --out map.png`: the starting position as a file

How they hang together: `position` reads the record, `layout` finds room on the map, `board` and
`panel` compose the primitives of `glory_env.render.drawing`, `glory_env.render.svg` and `.raster`
turn those into a picture.
"""

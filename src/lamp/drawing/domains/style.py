"""The style sheet of pictures of domains.

An embedding page can define the same custom properties anew, or have `data-theme` on its root. All
rules are below `.lamp-picture`, as a style sheet inside an SVG applies to the whole page.
"""

from lamp.drawing.palette import BLOCK_COLOURS, FONT, declarations

_COLOURS = (
    "paper panel ink soft-ink rule",
    "goal goal-line",
    "place place-line bare bare-line",
    "road trail car pane danger",
    "rubber rim coin coin-line",
    "shaft wood person",
)
LIGHT = f"\n{declarations(_COLOURS, dark=False)}"
DARK = f"\n{declarations(_COLOURS, dark=True)}"

_RULES = """
.lamp-picture .paper { fill: var(--paper); }
.lamp-picture text { fill: var(--ink); }
.lamp-picture path { fill: none; stroke-linejoin: round; stroke-linecap: round; }
.lamp-picture .tag { text-anchor: middle; }
.lamp-picture .note { fill: var(--soft-ink); font-size: 12px; }
.lamp-picture .road { stroke: var(--road); stroke-width: 2; }
.lamp-picture .road.bare { stroke: var(--bare-line); stroke-dasharray: 5 4; stroke-width: 2; }
.lamp-picture .road.head { fill: var(--road); stroke: none; }
.lamp-picture .road.bare.head { fill: var(--bare-line); }
.lamp-picture .many .road { stroke-width: 1.1; }
.lamp-picture .been { fill: var(--trail); opacity: 0.9; }
.lamp-picture .strike { stroke: var(--danger); stroke-width: 2; }
.lamp-picture .trail { stroke: var(--trail); stroke-width: 7; opacity: 0.9; }
.lamp-picture .city { fill: var(--place); stroke: var(--place-line); stroke-width: 1.6; }
.lamp-picture .city.bare { fill: var(--bare); stroke: var(--bare-line); stroke-dasharray: 4 3; }
.lamp-picture .city.goal { fill: var(--goal); stroke: var(--goal-line); stroke-width: 2.4; }
.lamp-picture .rubber { fill: var(--rubber); stroke: var(--paper); stroke-width: 1; }
.lamp-picture .rim { fill: var(--rim); }
.lamp-picture .flat { fill: var(--danger); stroke: var(--paper); stroke-width: 1; }
.lamp-picture .body { fill: var(--car); stroke: var(--paper); stroke-width: 1.2; }
.lamp-picture .pane { fill: var(--pane); }
.lamp-picture .pole { stroke: var(--ink); stroke-width: 2; }
.lamp-picture .pennant { fill: var(--goal-line); stroke: var(--ink); stroke-width: 1; }
.lamp-picture .block { stroke: #14181f; stroke-width: 1.2; }
.lamp-picture .block.destroyed { stroke-dasharray: 3 3; fill-opacity: 0.75; }
.lamp-picture text.on-block { fill: #14181f; font-weight: 600; }
.lamp-picture .crack { stroke: #14181f; stroke-width: 2; }
.lamp-picture .charge { fill: #14181f; }
.lamp-picture .fuse { stroke: #14181f; stroke-width: 1.4; }
.lamp-picture .blast { fill: #ffffff; stroke: #14181f; stroke-width: 1.1; }
.lamp-picture .key .charge { fill: var(--ink); }
.lamp-picture .key .fuse { stroke: var(--ink); }
.lamp-picture .ring { stroke: var(--soft-ink); stroke-width: 2; stroke-dasharray: 4 3; }
.lamp-picture .table { fill: var(--wood); }
.lamp-picture .table.broken { fill-opacity: 0.45; stroke: var(--danger); stroke-dasharray: 4 3; }
.lamp-picture .danger { fill: var(--danger); font-weight: 600; }
.lamp-picture .rail { stroke: var(--soft-ink); stroke-width: 3; }
.lamp-picture .loose { stroke: var(--soft-ink); stroke-width: 2; stroke-dasharray: 2 5; }
.lamp-picture .hand { stroke: var(--ink); stroke-width: 5; }
.lamp-picture .trace { fill: none; stroke: var(--trail); stroke-width: 1.5; stroke-dasharray: 5 4; }
.lamp-picture .tick { stroke: var(--goal-line); stroke-width: 3; }
.lamp-picture .wall { fill: var(--panel); stroke: var(--soft-ink); stroke-width: 2; }
.lamp-picture .column { stroke: var(--rule); stroke-width: 1; }
.lamp-picture .storey { stroke: var(--soft-ink); stroke-width: 2; }
.lamp-picture .shaft { fill: var(--shaft); stroke: var(--rule); }
.lamp-picture .gateway { fill: var(--bare); }
.lamp-picture .post { stroke: var(--bare-line); stroke-width: 4; }
.lamp-picture .beam { stroke: var(--bare-line); stroke-width: 4; stroke-dasharray: 6 6; }
.lamp-picture .door { fill: var(--goal); stroke: var(--goal-line); stroke-width: 1.5; }
.lamp-picture .cabin { fill: var(--place); stroke: var(--place-line); stroke-width: 2; }
.lamp-picture .person { fill: var(--person); stroke: var(--paper); stroke-width: 1; }
.lamp-picture .coin { fill: var(--coin); stroke: var(--coin-line); stroke-width: 1.4; }
.lamp-picture .no.coin { fill: none; stroke: var(--soft-ink); stroke-dasharray: 3 3; }
.lamp-picture text.on-coin { fill: #14181f; }
.lamp-picture .step { stroke: var(--trail); stroke-width: 2.5; stroke-dasharray: 5 4; }
.lamp-picture .step.head { fill: var(--trail); stroke: none; }
.lamp-picture .plane { fill: var(--place); stroke: var(--place-line); stroke-width: 1.8; }
.lamp-picture .wing { fill: var(--place-line); }
.lamp-picture .note.tag { paint-order: stroke; stroke: var(--panel); stroke-width: 4; }
.lamp-picture .fuel { fill: var(--goal-line); stroke: var(--goal-line); stroke-width: 1; }
.lamp-picture .no.fuel { fill: none; stroke: var(--soft-ink); }
.lamp-picture .world { fill: var(--panel); }
.lamp-picture .tether { stroke: var(--road); stroke-width: 2; }
.lamp-picture .way { stroke: var(--trail); stroke-width: 2; stroke-dasharray: 6 5; }
.lamp-picture .way.zooming { stroke-width: 4; stroke-dasharray: 14 6; }
.lamp-picture .way.head { fill: var(--trail); stroke: none; }
.lamp-picture .move { stroke: var(--trail); stroke-width: 2; }
.lamp-picture .move.head { fill: var(--trail); stroke: none; }
"""
_BLOCK_RULES = "\n".join(
    f".lamp-picture .hue-{number} {{ fill: {colour}; }}"
    for number, colour in enumerate(BLOCK_COLOURS)
)
RULES = f"{_RULES}{_BLOCK_RULES}"
STYLE = f"""
:where(.lamp-picture) {{ {LIGHT}
  font-family: {FONT}; font-size: 13px; max-width: 100%; height: auto;
}}
@media (prefers-color-scheme: dark) {{
  :where(.lamp-picture:not([data-theme="light"] *)) {{ {DARK} }}
}}
:where([data-theme="dark"] .lamp-picture) {{ {DARK} }}
{RULES}
"""

"""How drawings look: colours for light and dark screens, and the style of each kind of line.

A page that embeds a drawing can set the same properties anew. All rules are below `.lamp-drawing`,
as a style sheet inside an SVG holds for the whole page.
"""

STYLE = """
:where(.lamp-drawing) {
  --paper: #ffffff; --ink: #1b2430; --soft-ink: #566173;
  --simple: #eaf1fe; --simple-line: #3f6fd1;
  --choice: #fff3dc; --choice-line: #a86d0c;
  --goal: #dff5e6; --goal-line: #1c8549;
  --trivial: #f4f5f7; --trivial-line: #b4bcc8;
  --necessary: #1b2430; --greedy: #4c5a70; --natural: #7d8aa0; --to-goal: #b3bccb;
  font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  font-size: 13px; max-width: 100%; height: auto;
}
@media (prefers-color-scheme: dark) {
  :where(.lamp-drawing) {
    --paper: #12161d; --ink: #e8ecf3; --soft-ink: #a3aec0;
    --simple: #1b2b4b; --simple-line: #7aa5ff;
    --choice: #362a10; --choice-line: #e2b04a;
    --goal: #12351f; --goal-line: #4fc985;
    --trivial: #1d222b; --trivial-line: #4b5566;
    --necessary: #f2f5fa; --greedy: #b3bfd2; --natural: #7f8da4; --to-goal: #566279;
  }
}
.lamp-drawing .paper { fill: var(--paper); }
.lamp-drawing text { fill: var(--ink); }
.lamp-drawing .name { font-size: 18px; font-weight: 600; }
.lamp-drawing .note, .lamp-drawing .heading { fill: var(--soft-ink); }
.lamp-drawing .note { font-size: 12px; }
.lamp-drawing .heading { font-size: 10.5px; }
.lamp-drawing rect { stroke-width: 1.3; }
.lamp-drawing .atomic rect { fill: var(--simple); stroke: var(--simple-line); }
.lamp-drawing .disjunctive rect { fill: var(--choice); stroke: var(--choice-line); }
.lamp-drawing .conjunctive rect { fill: var(--simple); stroke: var(--simple-line); }
.lamp-drawing .in-goal rect { fill: var(--goal); stroke: var(--goal-line); }
.lamp-drawing .goal rect { fill: var(--goal); stroke: var(--goal-line); stroke-width: 2; }
.lamp-drawing .trivial rect { fill: var(--trivial); stroke: var(--trivial-line); }
.lamp-drawing .trivial text { fill: var(--soft-ink); }
.lamp-drawing .cell, .lamp-drawing .heading { text-anchor: middle; }
.lamp-drawing .first { text-anchor: start; }
.lamp-drawing .line { fill: none; stroke-linecap: round; }
.lamp-drawing .muted { opacity: 0.45; }
.lamp-drawing .line.necessary { stroke: var(--necessary); stroke-width: 3.2; }
.lamp-drawing .line.greedy-necessary { stroke: var(--greedy); stroke-width: 1.6; }
.lamp-drawing .line.natural { stroke: var(--natural); stroke-width: 1.5; stroke-dasharray: 5 4.5; }
.lamp-drawing .line.to-goal { stroke: var(--to-goal); stroke-width: 1; }
.lamp-drawing .head.necessary { fill: var(--necessary); }
.lamp-drawing .head.greedy-necessary { fill: var(--greedy); }
.lamp-drawing .head.natural { fill: var(--natural); }
.lamp-drawing .head.to-goal { fill: var(--to-goal); }
"""

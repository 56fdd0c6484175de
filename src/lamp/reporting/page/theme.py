"""Colours: those of lamp's drawings, and lines that colour-blind readers can tell apart.

The lines are Okabe and Ito's colours, a little darker on white and lighter on black so that each
has a contrast of 3 at least; the two ends of the heat maps, blue and orange, differ for all common
kinds of colour blindness, and in print by their lightness.
"""

LIGHT = """
  --paper: #ffffff; --panel: #f4f6f9; --ink: #1b2430; --soft-ink: #566173; --rule: #d5dae2;
  --accent: #2d5dbd; --warm: #8db7f0; --cold: #f3b269; --warning: #8a5300;
  --series-0: #1b2430; --series-1: #0072b2; --series-2: #c25400; --series-3: #00825f;
  --series-4: #a8488c; --series-5: #8a6d00; --optimum: #1c8549;
"""
DARK = """
  --paper: #12161d; --panel: #1b212b; --ink: #e8ecf3; --soft-ink: #a3aec0; --rule: #353e4c;
  --accent: #7aa5ff; --warm: #2a60ad; --cold: #8f5310; --warning: #e2b04a;
  --series-0: #e8ecf3; --series-1: #56b4e9; --series-2: #ff9a4d; --series-3: #2fc795;
  --series-4: #e58cc8; --series-5: #e6d33f; --optimum: #4fc985;
"""


def theme() -> str:
    """The colours as CSS: those of the system, or those that were chosen."""
    return (
        f":root {{ color-scheme: light; {LIGHT} }}\n"
        "@media screen and (prefers-color-scheme: dark) {\n"
        f":root:not([data-theme=light]) {{ color-scheme: dark; {DARK} }}\n}}\n"
        f"@media screen {{ :root[data-theme=dark] {{ color-scheme: dark; {DARK} }} }}\n"
    )

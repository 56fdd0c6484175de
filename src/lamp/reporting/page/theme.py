"""The colours of the page, from the palette of all drawings."""

from lamp.drawing import declarations

COLOURS = (
    "paper panel ink soft-ink rule",
    "accent warm cold warning",
    "series-0 series-1 series-2 series-3",
    "series-4 series-5 optimum",
)
LIGHT = f"\n{declarations(COLOURS, dark=False)}"
DARK = f"\n{declarations(COLOURS, dark=True)}"


def theme() -> str:
    """The colours as CSS: those of the system, or those that the reader has chosen."""
    return (
        f":root {{ color-scheme: light; {LIGHT} }}\n"
        "@media screen and (prefers-color-scheme: dark) {\n"
        f":root:not([data-theme=light]) {{ color-scheme: dark; {DARK} }}\n}}\n"
        f"@media screen {{ :root[data-theme=dark] {{ color-scheme: dark; {DARK} }} }}\n"
    )

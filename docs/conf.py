"""How Sphinx makes the documentation: uv run --group docs sphinx-build -W docs build/docs."""

from lamp import __version__

project = "lamp"
author = "The lamp maintainers"
version = release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.intersphinx"]
intersphinx_mapping: dict[str, tuple[str, None]] = {}  # nothing is fetched while building
exclude_patterns = ["build"]
html_theme = "pydata_sphinx_theme"
html_title = "lamp"
html_theme_options = {
    "show_prev_next": True,
    "navigation_with_keys": False,
    "secondary_sidebar_items": ["page-toc"],
}
html_extra_path: list[str] = []
myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence"]
suppress_warnings = ["myst.xref_missing"]
autodoc_typehints = "signature"
autodoc_member_order = "bysource"

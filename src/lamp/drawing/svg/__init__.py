"""SVG as text: geometry, elements, texts that fit a width, legends, whole files."""

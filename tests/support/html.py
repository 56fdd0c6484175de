"""What a page of HTML holds; reading it fails where an element is not closed."""

from __future__ import annotations

from html.parser import HTMLParser


class Outline(HTMLParser):
    """The elements of a page; notes what is opened and not closed, and all addresses."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.names: list[str] = []
        self.addresses: list[str] = []
        self.ids: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element and where it leads."""
        self.names.append(tag)
        self.open.append(tag)
        for name, value in attrs:
            if name in ("src", "href", "data", "action", "srcset", "poster", "xlink:href"):
                self.addresses.append(value or "")
            if name == "id":
                self.ids.append(value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element that has no content."""
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        """Refuse the end of anything but the last element that is open."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Note a text that is shown."""
        if not {"script", "style"} & set(self.open):
            self.texts.append(data)


def outline(page: str) -> Outline:
    """The outline of a page in which every element is closed."""
    elements = Outline()
    elements.feed(page)
    elements.close()
    assert elements.open == []
    return elements

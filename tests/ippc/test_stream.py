"""Messages out of a stream of bytes."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamp.errors import RemoteError
from lamp.ippc.stream import Messages
from tests.support.competition import ENTITIES, GO_TO_B, REQUEST, ROUND

TRANSCRIPT = (
    f'<?xml version="1.0"?>{REQUEST}\n{ROUND} \r\n{GO_TO_B}\0<done/>'
    f'<act kind="x">\n <action> <name>gö</name> </action>\n</act>{ROUND}'
).encode()


def messages_in(pieces: list[bytes], most_bytes: int = 1000) -> list[str]:
    """The names and texts of all messages in pieces of a stream."""
    stream, messages = Messages(most_bytes), []
    for piece in pieces:
        stream.feed(piece)
        while (message := stream.take()) is not None:
            messages.append(f"{message.tag}:{''.join(message.itertext())}")
    return messages


MESSAGES = [
    "session-request:Np",
    "round-request:",
    "act:goab",
    "done:",
    "act:\n  gö \n",
    "round-request:",
]


def test_messages_follow_each_other_with_or_without_space_between_them() -> None:
    assert messages_in([TRANSCRIPT]) == MESSAGES


@given(st.lists(st.integers(0, len(TRANSCRIPT)), max_size=40))
def test_any_split_of_a_stream_gives_the_same_messages(cuts: list[int]) -> None:
    bounds = [0, *sorted(cuts), len(TRANSCRIPT)]
    pieces = [TRANSCRIPT[start:end] for start, end in itertools.pairwise(bounds)]
    assert messages_in(pieces) == MESSAGES


@pytest.mark.parametrize(
    "text",
    [
        ENTITIES,
        "<!DOCTYPE",
        "<a><!-- note --></a>",
        "<a><![CDATA[x]]></a>",
        "<a><?php x?></a>",
        "<a>&b;</a>",
        "<a>\xff</a>",
        "hello",
        "<a></b>",
        "</a>",
        "<>",
        "<a" + " " * 1000,
        "<a>" + "x" * 1000,
        "<a>" * 17,
    ],
)
def test_malformed_large_or_deeply_nested_elements_are_refused(text: str) -> None:
    data = text.encode("latin-1")
    for pieces in ([data], [data[index : index + 1] for index in range(len(data))]):
        with pytest.raises(RemoteError):
            messages_in(pieces)


@given(st.binary(max_size=60))
def test_any_bytes_are_read_as_messages_or_refused_with_a_hint(data: bytes) -> None:
    stream = Messages(50)
    stream.feed(data)
    try:
        while stream.take() is not None:
            pass
    except RemoteError as error:
        assert error.hint

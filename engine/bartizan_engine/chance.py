"""Chance as data: counter-based streams, so that one more roll in one rule shifts no other.

A stream is a name; its k-th word is a function of (seed, name, k) alone: BLAKE2b, keyed with the seed, over the name
and the number of a block of eight 64-bit words. What a state keeps of chance is one counter a stream. Integers only,
so the numbers are the same on every platform and every Python. Bounded draws reject (no modulo bias); shuffles are
Fisher-Yates.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from struct import Struct

from . import asked

_SPAN = 1 << 64
_EIGHT = Struct(">8Q")


def words(seed: int, stream: str, block: int) -> tuple[int, ...]:
    """Eight 64-bit words of a stream. `seed` is any int of 64 bits, `block` counts from 0."""
    key = (seed % _SPAN).to_bytes(8, "big")
    message = stream.encode("utf-8") + b"\0" + block.to_bytes(8, "big")
    return _EIGHT.unpack(blake2b(message, digest_size=64, key=key).digest())


class Streams:
    """All streams of one game: `counters` is the whole state, blocks are only kept ready."""

    __slots__ = ("seed", "counters", "_blocks")

    def __init__(self, seed: int, counters: dict[str, int] | None = None) -> None:
        self.seed = asked.seed("seed", seed)
        self.counters: dict[str, int] = dict(counters or {})
        self._blocks: dict[str, tuple[int, tuple[int, ...]]] = {}

    def copy(self) -> Streams:
        """The same streams at the same places."""
        new = Streams.__new__(Streams)
        new.seed = self.seed
        new.counters = self.counters.copy()
        new._blocks = self._blocks  # what is kept ready follows from the seed: whoever made it
        return new

    def word(self, stream: str) -> int:
        """The next 64-bit word of a stream."""
        at = self.counters.get(stream, 0)
        self.counters[stream] = at + 1
        block, offset = at >> 3, at & 7  # a block has eight words
        ready = self._blocks.get(stream)
        if ready is None or ready[0] != block:
            ready = self._blocks[stream] = (block, words(self.seed, stream, block))
        return ready[1][offset]

    def below(self, stream: str, bound: int, names: Callable[[], list[str]] | None = None) -> int:  # noqa: ARG002  # see below
        """A number from 0 to `bound` - 1, each with the same chance. `names` are for who must choose it."""
        limit = _SPAN - _SPAN % bound
        while True:
            at = self.counters.get(stream, 0)
            ready = self._blocks.get(stream)
            if ready is not None and ready[0] == at >> 3:  # as `word`, without the way there
                self.counters[stream] = at + 1
                word = ready[1][at & 7]
            else:
                word = self.word(stream)
            if word < limit:
                return word % bound

    def face(self, stream: str, faces: list[int], names: list[str]) -> int:  # noqa: ARG002  # names are for who must choose
        """A face of a die; `faces` repeats each as often as it stands on the die."""
        return faces[self.below(stream, len(faces))]

    def shuffle(self, stream: str, items: list[int]) -> None:
        """Fisher-Yates in place, from the end."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(stream, i + 1)
            items[i], items[j] = items[j], items[i]

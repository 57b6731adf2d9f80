"""What can be recovered from damaged files."""

from __future__ import annotations

import json
import os
import re
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, Dict, Iterator, List, Optional, Sequence

from . import _program
from ._program import Path, Run, Text, argument, is_plain, is_set, options


_SPACE = b" \t\r\n"
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"')


@dataclass(frozen=True)
class Piece:
    """A record that has been recovered, or other data between the records.

    text is the record without the white space around it, or the other data, cut after 64 MiB. offset and length
    say where it is in the decompressed file.

    A record that has been repaired has repaired and original; offset and length are then those of the original.
    If a part of a damaged compressed file could not be decompressed, reason is skipped, text is empty, and skipped,
    packed_offset and why describe that part.
    """

    line: int  #: on which it begins, from 1
    offset: int
    length: int
    text: bytes
    reason: Optional[str]  #: why it is not a record, such as torn; None for a record
    certainty: Optional[str]  #: how certain a record is: certain, likely or possible; None for other data and repaired records
    repaired: Optional[str] = None  #: how the record was written before it was repaired: escaped, python or nan
    original: Optional[bytes] = None  #: what a repaired record was before, cut after 64 MiB
    skipped: Optional[int] = None  #: how many bytes of the compressed file were skipped
    packed_offset: Optional[int] = None  #: where they are in the compressed file
    why: Optional[str] = None  #: why they were skipped

    @property
    def is_record(self) -> bool:
        return self.reason is None


def salvage(
    path: Path,
    *,
    members: Sequence[str] = (),
    schema: Optional[Path] = None,
    learn: bool = False,
    values: Optional[str] = None,
    flags: Sequence[str] = (),
) -> Iterator[Piece]:
    """Yield the records that are still whole in a damaged NDJSON file, and everything else that is not white space.

    Records that could be values inside other records are only recovered if you describe them: by members that all of
    them have, by a JSON Schema, or with learn by the members that nearly all whole records have. values is what can be
    a record: objects (the default), arrays for objects and arrays, or all. flags are further flags of
    "jsonlint salvage".
    """
    if isinstance(members, str):
        raise TypeError("members must be a list of strings, not a string")
    _program.program()  # fails at once if there is none
    chosen = options(flags, schema=schema, values=values, members=",".join(members) or None)
    return _salvage(argument(path), chosen + ["--learn"] * learn)


def _salvage(path: str, flags: List[str]) -> Iterator[Piece]:
    plain = is_plain(path, flags)
    with ExitStack() as stack:

        def start(**outputs: str) -> Run:
            chosen = {"out": os.devnull, "rest": os.devnull, "list": os.devnull, **outputs}
            return stack.enter_context(Run("salvage", *options(flags, **chosen), "--", path))

        run = start(list="-")
        # If the text is not in a file as it is, further runs print it.
        if plain:
            good = rest = Text(stack.enter_context(open(path, "rb")))
        else:
            good, rest = Text(start(out="-").out), Text(start(rest="-").out)
        mended = Text(start(out="-").out) if plain and is_set(flags, "--repair") else good
        spans_lines = is_set(flags, "--concatenated")
        line, at = 1, 0  # of the next piece
        encoding: Optional[str] = None  # of the file, if it is not UTF-8
        for entry in map(json.loads, run.out):
            if "skipped" in entry:
                yield Piece(line, at, 0, b"", "skipped", None, skipped=entry["skipped"], packed_offset=entry["packed_offset"], why=entry["why"])
            encoding = entry.get("from", encoding)
            if "in" not in entry:
                continue
            at, left = entry["offset"], entry["length"]
            text = good if entry["in"] == "good" else rest
            text.skip(at if plain else entry["at"])
            while left > 0:
                if entry["in"] == "good":
                    whole = _record(text, left, spans_lines)
                    record = whole.strip(_SPACE)
                    if record:
                        lead = whole.index(record)
                        before = line + whole.count(b"\n", 0, lead)
                        yield Piece(before, at + _size(whole[:lead], encoding), len(record), record, None, entry.get("certainty", "certain"))
                else:
                    whole = text.read(left)
                    if left == entry["length"]:
                        yield _other(line, entry, whole, mended)
                left -= len(whole)
                if entry.get("raw"):
                    at += len(whole)
                else:
                    at += _size(whole, encoding)
                    line += whole.count(b"\n")
        run.finish()


def _size(text: bytes, encoding: Optional[str]) -> int:
    """Return how many bytes a text has in the encoding of the file."""
    return len(text.decode(errors="ignore").encode(encoding, "ignore")) if encoding else len(text)


def _record(text: Text, most: int, spans_lines: bool) -> bytes:
    """Return the next record with its line end, which is at most this many bytes, or a blank line."""
    record, depth = bytearray(), 0
    while len(record) < most:
        line = text.line(most - len(record))
        record += line
        if spans_lines:
            bare = _STRING.sub(b"", line)
            depth += sum(map(bare.count, (b"{", b"["))) - sum(map(bare.count, (b"}", b"]")))
        if depth == 0:
            break
    return bytes(record)


def _other(line: int, entry: Dict[str, Any], whole: bytes, mended: Text) -> Piece:
    """Return a piece that is not a record, or the record that has been made from it."""
    repaired = entry.get("repaired")
    if repaired is None:
        return Piece(line, entry["offset"], entry["length"], whole, entry["reason"], None)
    mended.skip(repaired["at"])
    return Piece(line, entry["offset"], entry["length"], mended.read(repaired["length"]), None, None, repaired["how"], whole)

"""What can be recovered from damaged files."""

from __future__ import annotations

import json
import os
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Iterator, List, Optional, Sequence

from . import _program
from ._program import Path, Run, Text, argument, is_plain, options


_SPACE = b" \t\r\n"


@dataclass(frozen=True)
class Piece:
    """A record that has been recovered, or other data between the records.

    text is the record without the white space around it, or the other data, cut after 64 MiB. offset and length
    say where it is in the decompressed file.
    """

    line: int  #: on which it begins, from 1
    offset: int
    length: int
    text: bytes
    reason: Optional[str]  #: why it is not a record, such as torn; None for a record
    certainty: Optional[str]  #: how certain a record is: certain, likely or possible; None for other data

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
    with ExitStack() as stack:

        def start(**outputs: str) -> Run:
            chosen = {"out": os.devnull, "rest": os.devnull, "list": os.devnull, **outputs}
            return stack.enter_context(Run("salvage", *options(flags, **chosen), "--", path))

        run = start(list="-")
        # If the text is not in a file as it is, further runs print it.
        plain = is_plain(path, flags)
        if plain:
            good = rest = Text(stack.enter_context(open(path, "rb")))
        else:
            good, rest = Text(start(out="-").out), Text(start(rest="-").out)
        line = 1  # of the next piece
        for entry in map(json.loads, run.out):
            if "in" not in entry:
                continue
            at, end = entry["offset"], entry["offset"] + entry["length"]
            text = good if entry["in"] == "good" else rest
            text.skip(at if plain else entry["at"])
            while at < end:
                if entry["in"] == "good":
                    whole = text.line(end - at)
                    record = whole.strip(_SPACE)
                    if record:
                        yield Piece(line, at + whole.index(record), len(record), record, None, entry.get("certainty", "certain"))
                else:
                    whole = text.read(end - at)
                    if at == entry["offset"]:
                        yield Piece(line, at, entry["length"], whole, entry["reason"], None)
                at += len(whole)
                line += whole.endswith(b"\n")
        run.finish()

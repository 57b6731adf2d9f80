"""The good and the bad records of files."""

from __future__ import annotations

import itertools
import json
from contextlib import ExitStack
from dataclasses import dataclass
from typing import IO, Any, Iterator, List, Literal, Optional, Sequence, Union, overload

from . import _program
from ._program import Path, Run, Text, argument, is_plain, options

_SEPARATOR = b"\x1e"  # begins a record of a text sequence (RFC 7464)


@dataclass(frozen=True)
class BadRecord:
    """A record that is bad, and why. The names are those of the report of jsonlint (docs/reference/quarantine.md).

    line, column, offset and length say where the finding is. record_offset and record_length say where the
    record is, with its line end, and record is its number from 1. text is the record without its line end; it
    is cut after 64 MiB.
    """

    file: str
    record: int
    line: int
    column: int
    offset: int
    length: int
    severity: str
    rule: str
    kind: str
    message: str
    pointer: Optional[str]
    record_offset: int
    record_length: int
    text: bytes

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.message} [{self.rule}]"


def bad_records(path: Path, *, schema: Optional[Path] = None, dialect: Optional[str] = None, flags: Sequence[str] = ()) -> Iterator[BadRecord]:
    """Yield the bad records of a file, or of all files in a folder, while they are read.

    A record is bad if it is not valid JSON, if it does not conform to schema, or if another rule has an
    error in it. flags are further flags of jsonlint, such as --error=duplicate-keys.
    """
    _program.program()  # fails at once if there is none
    return _bad_records(argument(path), options(flags, schema=schema, dialect=dialect))


def _bad_records(path: str, flags: List[str]) -> Iterator[BadRecord]:
    plain = is_plain(path, flags)
    with ExitStack() as stack:
        run = stack.enter_context(Run(*flags, "--quiet", "--report=-", "--", path))
        # If the text of records is not in a file as it is, another run prints it.
        text = None
        for line in run.out:
            entry = json.loads(line)
            if entry["type"] != "record":
                continue
            if text is None:
                text = Text(stack.enter_context(open(path, "rb")) if plain else stack.enter_context(Run(*flags, "--quiet", "--bad-to=-", "--", path)).out)
            text.skip(entry["record_offset" if plain else "bad_offset"])
            yield BadRecord(
                file=entry["file"],
                record=entry["record"],
                line=entry["line"],
                column=entry["column"],
                offset=entry["offset"],
                length=entry["length"],
                severity=entry["severity"],
                rule=entry["rule"],
                kind=entry["kind"],
                message=entry["message"],
                pointer=entry["pointer"],
                record_offset=entry["record_offset"],
                record_length=entry["record_length"],
                text=_without_line_end(text.read(entry["record_length"])),
            )
        run.finish()


@overload
def records(
    path: Path,
    *,
    parse: Literal[False] = False,
    schema: Optional[Path] = None,
    dialect: Optional[str] = None,
    pointer: Optional[str] = None,
    flags: Sequence[str] = (),
) -> Iterator[bytes]: ...


@overload
def records(
    path: Path,
    *,
    parse: Literal[True],
    schema: Optional[Path] = None,
    dialect: Optional[str] = None,
    pointer: Optional[str] = None,
    flags: Sequence[str] = (),
) -> Iterator[Any]: ...


def records(
    path: Path,
    *,
    parse: bool = False,
    schema: Optional[Path] = None,
    dialect: Optional[str] = None,
    pointer: Optional[str] = None,
    flags: Sequence[str] = (),
) -> Union[Iterator[bytes], Iterator[Any]]:
    """Yield the good records of a file, or of all files in a folder: those that bad_records does not yield.

    They are bytes without line ends, or with parse the values that json.loads returns.

    With pointer, the file is a single document in JSON, and the records are the elements of the array at this JSON
    Pointer, which is "" for the document itself. An invalid document raises an exception after the elements before
    the error. schema and dialect cannot be given then, and flags are those of "jsonlint records".
    """
    if "--concatenated" in flags:
        raise ValueError("records that may span several lines cannot be divided; use jsonlint --good-to")
    _program.program()  # fails at once if there is none
    if pointer is not None and (schema is not None or dialect is not None):
        raise ValueError("pointer cannot be combined with schema or dialect")
    if pointer is None:
        found = _records([*options(flags, schema=schema, dialect=dialect), "--quiet", "--good-to=-", "--", argument(path)], 1)
    else:
        found = _records(["records", *options(flags, pointer=pointer), "--", argument(path)], 0)
    return map(json.loads, found) if parse else found


def _records(arguments: List[str], most: int) -> Iterator[bytes]:
    """Yield the records that the program prints, which may end with a status of at most most."""
    with Run(*arguments) as run:
        for part in _parts(run.out):
            record = part.strip(b" \t\r\n")
            if record:
                yield record
        run.finish(most)


def _parts(out: IO[bytes]) -> Iterator[bytes]:
    """Yield the lines of NDJSON, or what follows each separator of a text sequence."""
    first = out.readline().removeprefix(b"\xef\xbb\xbf")
    while first.isspace():
        first = out.readline()
    if not first.startswith(_SEPARATOR):
        yield first
        yield from out
        return
    record = b""
    for line in itertools.chain([first], out):
        head, *more = line.split(_SEPARATOR)
        record += head
        for following in more:
            yield record
            record = following
    yield record


def _without_line_end(text: bytes) -> bytes:
    return text.removesuffix(b"\n").removesuffix(b"\r")

"""What jsonlint finds in files."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple, Union

from . import _program
from ._program import Path, Run, options, several


@dataclass(frozen=True)
class Finding:
    """A finding in a file. Lines and columns begin at 1, offsets at 0; columns count code points."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    offset: int
    length: int
    severity: str  #: error, warning or info
    rule: str  #: such as syntax
    kind: str  #: what the rule has found, such as trailing-comma; may be empty
    message: str
    hint: Optional[str]
    pointer: Optional[str]  #: the JSON Pointer of the value, if it is known

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}: {self.severity}: {self.message} [{self.rule}]"


@dataclass(frozen=True)
class Result:
    """The result of a check. ok is whether jsonlint would exit with status 0."""

    ok: bool
    findings: Tuple[Finding, ...]
    files: int
    errors: int
    warnings: int
    infos: int
    omitted: int  #: findings that are not in findings because of max_findings


def check(
    paths: Union[Path, Sequence[Path]],
    *,
    schema: Optional[Path] = None,
    dialect: Optional[str] = None,
    max_findings: int = 100,
    flags: Sequence[str] = (),
) -> Result:
    """Check files, and all JSON files in folders, as "jsonlint PATH ..." does.

    schema is the JSON Schema to check files against, dialect that of all files, and max_findings how many findings
    each file may have in the result, or 0 for all. flags are further flags of jsonlint.
    """
    arguments = _arguments(paths, schema, dialect, max_findings, flags)
    found: List[Finding] = []
    summary: Dict[str, Any] = {}
    with Run(*arguments) as run:
        for line in run.out:
            entry = json.loads(line)
            if entry["type"] == "finding":
                found.append(_finding(entry))
            elif entry["type"] == "summary":
                summary = entry
        status = run.finish()
    counts = {name: int(summary.get(name, 0)) for name in ("files", "errors", "warnings", "infos", "omitted")}
    return Result(ok=status == 0, findings=tuple(found), **counts)


def findings(
    paths: Union[Path, Sequence[Path]],
    *,
    schema: Optional[Path] = None,
    dialect: Optional[str] = None,
    max_findings: int = 0,
    flags: Sequence[str] = (),
) -> Iterator[Finding]:
    """Yield what check finds while the files are read, by default all findings. The arguments are those of check."""
    arguments = _arguments(paths, schema, dialect, max_findings, flags)
    return _findings(arguments)


def _arguments(paths: Union[Path, Sequence[Path]], schema: Optional[Path], dialect: Optional[str], most: int, flags: Sequence[str]) -> List[str]:
    _program.program()  # fails at once if there is none
    chosen = options(flags, schema=schema, dialect=dialect)
    return [*chosen, "--format=ndjson", f"--max-problems={most}", "--", *several(paths)]


def _findings(arguments: List[str]) -> Iterator[Finding]:
    with Run(*arguments) as run:
        for line in run.out:
            entry = json.loads(line)
            if entry["type"] == "finding":
                yield _finding(entry)
        run.finish()


def _finding(entry: Dict[str, Any]) -> Finding:
    return Finding(
        path=entry["path"],
        line=entry["start"]["line"],
        column=entry["start"]["column"],
        end_line=entry["end"]["line"],
        end_column=entry["end"]["column"],
        offset=entry["offset"],
        length=entry["length"],
        severity=entry["severity"],
        rule=entry["rule"],
        kind=entry.get("code", ""),
        message=entry["message"],
        hint=entry.get("hint"),
        pointer=entry.get("pointer"),
    )

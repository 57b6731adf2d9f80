"""Find the program jsonlint, and run it."""

from __future__ import annotations

import functools
import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
import threading
from types import TracebackType
from typing import IO, Dict, List, Optional, Sequence, Type, Union, cast

Path = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]

PACKAGE = "assay-jsonlint"

# What the program advises about a damaged compressed file, which is a command.
_ADVICE = re.compile(r"what is left of its records can be recovered with: jsonlint salvage .* --out GOOD --rest REST$")


class Error(Exception):
    """jsonlint could not do its work: a file cannot be read, a flag is invalid, or the program is missing.

    The text is what the program has written to standard error. Bad records and findings are not errors.
    """

    __module__ = "assay"  # where users import it from


@functools.lru_cache(maxsize=None)
def program() -> str:
    """Return the path of the program: that of this package, or else the one on PATH."""
    name = "jsonlint.exe" if os.name == "nt" else "jsonlint"
    try:
        files = importlib.metadata.files(PACKAGE) or []
    except importlib.metadata.PackageNotFoundError:
        files = []
    for file in files:
        if file.name == name:
            path = os.path.realpath(str(file.locate()))
            if os.path.isfile(path):
                return path
    path_of = shutil.which("jsonlint")
    if path_of is None:
        raise Error(f"there is no jsonlint, neither in the package {PACKAGE} nor on PATH; pip install {PACKAGE} installs it")
    # Other programs have the same name.
    version = subprocess.run([path_of, "--version"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if version.returncode != 0 or not version.stdout.startswith(b"jsonlint ") or b"kernels)" not in version.stdout:
        raise Error(f"{path_of} is another program of the same name; pip install {PACKAGE} installs the one that is needed")
    return path_of


def main() -> int:
    """Run the program by the name assay, with the arguments of this process, whose place it takes where the system allows that."""
    arguments = ["assay", *sys.argv[1:]]
    if os.name == "posix":
        os.execv(program(), arguments)
    return subprocess.run(arguments, executable=program()).returncode


def argument(path: Path) -> str:
    """Return the argument that names a path, which must be neither a flag, standard input nor an exclusion."""
    name = os.fsdecode(path)
    if not name:
        raise ValueError("the name of the file is empty")
    if name == "/dev/stdin" or os.path.dirname(name) in ("/dev/fd", "/proc/self/fd"):
        raise ValueError(f"{name} is another file in the program that reads it")
    return os.path.join(os.curdir, name) if name[0] in "-!" else name


def several(paths: Union[Path, Sequence[Path]]) -> List[str]:
    """Return the arguments for one path or several, of which there must be at least one."""
    if isinstance(paths, (str, bytes, os.PathLike)):
        return [argument(cast(Path, paths))]
    arguments = [argument(path) for path in paths]
    if not arguments:
        raise ValueError("there are no paths")
    return arguments


# Flags that choose what the program prints and where, which the functions do themselves.
_OUTPUTS = frozenset(
    "-- --format --compact -c --output-file -o --quiet -q --diff --list-files -l --print-config --watch --help -h --version -v "
    "--good-to --bad-to --report --out --rest --list --join --array".split()
)


def options(flags: Sequence[str], **values: Optional[Path]) -> List[str]:
    """Return the flags of a command line: those with a value that is not None, and then the given ones."""
    if isinstance(flags, str):
        raise TypeError("flags must be a list of strings, not a string")
    for flag in flags:
        name = flag.split("=")[0] if flag.startswith("--") else flag[:2]
        if name in _OUTPUTS:
            raise ValueError(f"the flag {name} cannot be used, because the functions choose what is printed")
    named = [f"--{name.replace('_', '-')}={os.fsdecode(value)}" for name, value in values.items() if value is not None]
    return named + list(flags)


def is_set(flags: Sequence[str], name: str) -> bool:
    """Report whether a flag without a value is set. The last one counts, as in the program."""
    last = False
    for flag in flags:
        if flag == name or flag.startswith(name + "="):
            last = flag[len(name) + 1 :] in ("", "1", "t", "T", "true", "True", "TRUE")
    return last


def environment() -> Dict[str, str]:
    """Return the environment, but such that messages have no colors."""
    kept = {name: value for name, value in os.environ.items() if name not in ("FORCE_COLOR", "CLICOLOR_FORCE")}
    return {**kept, "NO_COLOR": "1"}


class Run:
    """A run of jsonlint, whose standard output is read while it goes on. Leaving the context ends the program."""

    # What is kept of standard error.
    _LIMIT = 1 << 16

    def __init__(self, *arguments: str) -> None:
        self._process = subprocess.Popen(
            [program(), *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=1 << 18,
            env=environment(),
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        self.out = cast("IO[bytes]", self._process.stdout)
        self._messages = bytearray()
        self._reader = threading.Thread(target=self._read_messages, daemon=True)
        self._reader.start()

    def _read_messages(self) -> None:
        for line in cast("IO[bytes]", self._process.stderr):
            if len(self._messages) < self._LIMIT:
                self._messages += line

    def finish(self, most: int = 1) -> int:
        """Wait for the end of the program, all of whose output has been read, and return the status, which is at most most."""
        status = self._process.wait()
        self._reader.join()
        if 0 <= status <= most:
            return status
        lines = self._messages.decode("utf-8", "replace").splitlines()
        prefix = "jsonlint: "
        text = "\n".join(_ADVICE.sub("assay.salvage yields what is left of its records", line.removeprefix(prefix)) for line in lines)
        raise Error(text or f"jsonlint ended with status {status}")

    def __enter__(self) -> Run:
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        self.out.close()
        self._reader.join()
        cast("IO[bytes]", self._process.stderr).close()


class Text:
    """The bytes of a file or of a pipe, which are read from front to back."""

    # Longer texts are cut, so that memory is bounded. It is the length up to which records are checked.
    LIMIT = 64 << 20

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._at = 0

    def skip(self, at: int) -> None:
        """Continue at an offset, which is not before the end of what has been read."""
        if self._stream.seekable():
            self._stream.seek(at)
            self._at = at
        while self._at < at:
            self._count(self._stream.read(min(at - self._at, 1 << 20)))

    def read(self, length: int) -> bytes:
        """Return the next bytes, but at most LIMIT."""
        wanted = min(length, self.LIMIT)
        text = bytearray()
        while len(text) < wanted:
            text += self._count(self._stream.read(wanted - len(text)))
        return bytes(text)

    def line(self, most: int) -> bytes:
        """Return the rest of the line, but at most this many bytes."""
        return self._count(self._stream.readline(most))

    def _count(self, text: bytes) -> bytes:
        if not text:
            raise Error("the file has changed while it was read")
        self._at += len(text)
        return text


def is_plain(path: str, flags: Sequence[str]) -> bool:
    """Report whether offsets that the program prints are those in the file itself, which is read several times anyway."""
    if os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path):
        raise Error(f"{path}: is not a regular file, but must be read several times")
    return os.path.isfile(path) and not path.lower().endswith((".gz", ".zst")) and not any(flag.startswith("--from") for flag in flags)

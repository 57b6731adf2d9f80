"""Tests of the module with the program that it finds."""

from __future__ import annotations

import errno
import gzip
import importlib.metadata
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest
from typing import Iterator, List, Optional, Tuple
from unittest import mock

import assay
from assay import _program

GOOD = b'{"id": 1}\n'
BAD = b'{"id": 2,}\n'


class TestCase(unittest.TestCase):
    """A test in a folder of its own."""

    def setUp(self) -> None:
        self.addCleanup(os.chdir, os.getcwd())
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        os.chdir(folder.name)

    def write(self, name: str, data: bytes) -> str:
        path = pathlib.Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
        return name


class TestCheck(TestCase):
    def test_result(self) -> None:
        self.write("a.json", b'{\n  "a": 1,\n}\n')
        self.write("sub/b.json", b'{"a": 1, "a": 2}\n')
        self.write("c.json", b"{}\n")
        self.assertEqual(assay.check("c.json"), assay.Result(True, (), 1, 0, 0, 0, 0))
        self.assertTrue(assay.check(pathlib.Path("sub")).ok)
        self.assertFalse(assay.check("sub", flags=["--error=duplicate-keys"]).ok)
        result = assay.check(["c.json", "a.json", "sub"])
        self.assertEqual((result.ok, result.files, result.errors, result.warnings), (False, 3, 1, 1))
        first, second = result.findings
        self.assertEqual(str(first), "a.json:2:9: error: trailing comma before '}' [syntax]")
        self.assertEqual((first.end_line, first.end_column, first.offset, first.length), (2, 10, 10, 1))
        self.assertEqual((second.kind, second.severity, second.pointer), ("duplicate-name", "warning", "/a"))
        self.assertIsNone(first.hint)
        self.assertIn("most programs", second.hint or "")
        self.assertEqual(tuple(assay.findings(["a.json", "sub"])), result.findings)

    def test_number_of_findings(self) -> None:
        self.write("a.ndjson", BAD * 150)
        for most, found, omitted in ((100, 100, 50), (7, 7, 143), (0, 150, 0)):
            result = assay.check("a.ndjson", max_findings=most)
            self.assertEqual((len(result.findings), result.omitted), (found, omitted))
        self.assertEqual(len(assay.check("a.ndjson").findings), 100)
        self.assertEqual(len(list(assay.findings("a.ndjson"))), 150)

    def test_schema_and_dialect(self) -> None:
        self.write("schema.json", b'{"type": "object"}')
        self.write("a.json", b"[1]\n[2]\n")
        self.assertEqual([f.rule for f in assay.findings("a.json")], ["syntax"])
        self.assertTrue(assay.check("a.json", dialect="ndjson").ok)
        self.assertEqual([f.rule for f in assay.findings("a.json", dialect="ndjson", schema=pathlib.Path("schema.json"))], ["schema"] * 2)

    def test_names(self) -> None:
        for name in ("-x.json", "!y.json", "a b.json", "z[1].json", "\u00e9*.json" if os.name != "nt" else "\u00e9.json"):
            self.write(name, BAD)
            found = assay.check(name).findings
            self.assertEqual([os.path.basename(f.path) for f in found], [name])
            self.assertEqual([bad.text for bad in assay.bad_records(name, dialect="ndjson")], [BAD[:-1]])
            self.assertEqual([piece.text for piece in assay.salvage(name)], [BAD])
        for wrong in ("", [], [""]):
            with self.assertRaises(ValueError):
                assay.check(wrong)
        with self.assertRaises(TypeError):
            assay.check("a b.json", flags="--ijson")

    def test_bytes(self) -> None:
        name = os.fsencode(self.write("\u00e9.ndjson", GOOD + BAD))
        self.assertEqual(len(assay.check(name).findings), 1)
        self.assertEqual(len(list(assay.findings([name]))), 1)
        self.assertEqual([bad.text for bad in assay.bad_records(name)], [BAD[:-1]])
        self.assertEqual(list(assay.records(name)), [GOOD[:-1]])
        self.assertEqual([piece.is_record for piece in assay.salvage(name)], [True, False])
        self.write("schema.json", b"false")
        self.assertEqual(list(assay.records(name, schema=b"schema.json")), [])

    @unittest.skipIf(os.name == "nt", "needs named pipes")
    def test_pipes(self) -> None:
        os.mkfifo("pipe.ndjson")
        for several in (assay.bad_records, assay.salvage):
            with self.assertRaisesRegex(assay.Error, "pipe.ndjson: is not a regular file"):
                list(several("pipe.ndjson"))
        for own in ("/dev/stdin", "/dev/fd/3", b"/dev/stdin"):
            with self.assertRaisesRegex(ValueError, "is another file in the program"):
                assay.records(own)

    def test_flags_about_outputs(self) -> None:
        self.write("a.ndjson", GOOD)
        for flag in ("--format=text", "-otext", "-c", "--good-to=x", "--report", "--rest=x", "--join=x", "--help", "--"):
            for function in (assay.check, assay.findings, assay.bad_records, assay.records, assay.salvage):
                with self.assertRaisesRegex(ValueError, "the flag " + flag.split("=")[0][: 2 if flag == "-otext" else None]):
                    function("a.ndjson", flags=["--progress=never", flag])


class TestErrors(TestCase):
    def test_messages(self) -> None:
        self.write("a.ndjson", GOOD)
        self.write("a.json", b"{}")
        for fails, message in (
            (lambda: assay.check("missing.json"), "missing.json: no such file or directory"),
            (lambda: list(assay.findings("missing.json")), "missing.json: no such file or directory"),
            (lambda: list(assay.bad_records("missing.ndjson")), "missing.ndjson: no such file or directory"),
            (lambda: list(assay.records("a.json")), "a.json: is a single document"),
            (lambda: list(assay.salvage("missing.ndjson")), "missing.ndjson: no such file or directory"),
            (lambda: assay.check("a.json", flags=["--nonsense"]), "--nonsense"),
            (lambda: assay.check("a.json", schema="missing.json"), "missing.json"),
        ):
            with self.assertRaisesRegex(assay.Error, message) as raised:
                fails()
            self.assertNotIn("jsonlint: ", str(raised.exception))

    def test_long_messages(self) -> None:
        self.write("a.json", b"{}")
        with self.assertRaisesRegex(assay.Error, "missing-0.json"):
            assay.check([*(f"missing-{i}.json" for i in range(3000)), "a.json"])

    def test_truncated_file(self) -> None:
        data = gzip.compress("".join(json.dumps({"id": random.random()}) + "\n" for _ in range(20000)).encode())
        pathlib.Path("cut.ndjson.gz").write_bytes(data[: len(data) // 2])
        found = 0
        with self.assertRaisesRegex(assay.Error, "truncated; assay.salvage yields what is left of its records\n"):
            for _ in assay.records("cut.ndjson.gz"):
                found += 1
        self.assertGreater(found, 1000)

    @unittest.skipIf(os.name == "nt", "needs process groups")
    def test_stopping_early_ends_the_program(self) -> None:
        self.write("a.ndjson", (GOOD + BAD) * 100000)
        self.write("a.ndjson.gz", (GOOD + BAD) * 100000)
        for name in ("a.ndjson", "a.ndjson.gz"):
            iterators: Tuple[Iterator[object], ...] = (assay.findings(name), assay.records(name), assay.bad_records(name), assay.salvage(name))
            for iterator in iterators:
                next(iterator)
                getattr(iterator, "close")()
        with self.assertRaises(OSError) as raised:
            os.waitpid(-1, os.WNOHANG)
        self.assertEqual(raised.exception.errno, errno.ECHILD)


class TestRecords(TestCase):
    def test_where_records_are(self) -> None:
        data = b'\n{"a": "\xc3\xa9",}\r\n' + GOOD + b'\n{"b": 1} x\n{"c'
        for name in ("a.ndjson", "a.ndjson.gz", "sub/a.ndjson"):
            self.write(name, data)
            bad = list(assay.bad_records(os.path.dirname(name) or name))
            self.assertEqual([b.line for b in bad], [2, 5, 6])
            self.assertEqual([b.record for b in bad], [1, 3, 4])
            self.assertEqual([b.text for b in bad], [b'{"a": "\xc3\xa9",}', b'{"b": 1} x', b'{"c'])
            self.assertEqual([data[b.record_offset :][: b.record_length] for b in bad], [b'{"a": "\xc3\xa9",}\r\n', b'{"b": 1} x\n', b'{"c'])
            self.assertEqual([b.kind for b in bad], ["trailing-comma", "trailing-data", "unterminated-string"])
            self.assertEqual([(b.column, b.offset, b.length) for b in bad][0], (10, 11, 1))
            self.assertEqual(list(assay.records(name)), [b'{"id": 1}'])
        self.assertEqual(str(bad[0]).replace(os.sep, "/"), "sub/a.ndjson:2:10: trailing comma before '}' [syntax]")

    def test_schema(self) -> None:
        self.write("schema.json", b'{"properties": {"id": {"maximum": 1}}}')
        self.write("a.ndjson", b'{"id": 1}\n{"id": 2}\n')
        (bad,) = assay.bad_records("a.ndjson", schema="schema.json")
        self.assertEqual((bad.rule, bad.pointer, bad.text), ("schema", "/id", b'{"id": 2}'))
        self.assertEqual(list(assay.records("a.ndjson", schema="schema.json", parse=True)), [{"id": 1}])

    def test_sequences_and_marks(self) -> None:
        self.write("a.json-seq", b'\x1e{"a":\n1}\n\x1e{"b":2,}\n\x1e{"c":3}\n')
        self.assertEqual(list(assay.records("a.json-seq", parse=True)), [{"a": 1}, {"c": 3}])
        self.assertEqual([b.text for b in assay.bad_records("a.json-seq")], [b'\x1e{"b":2,}'])
        self.write("a.ndjson", b'\xef\xbb\xbf\n{"a":1}\n{"b":2,}')
        self.assertEqual(list(assay.records("a.ndjson")), [b'{"a":1}'])
        self.write("empty.ndjson", b"")
        self.assertEqual(list(assay.records("empty.ndjson")), [])

    def test_other_encodings(self) -> None:
        self.write("a.ndjson", '{"a": "\u00e9"}\n{"b": "\u00e9",}\n'.encode("utf-16-le"))
        flags = ["--from=utf-16le"]
        self.assertEqual(list(assay.records("a.ndjson", parse=True, flags=flags)), [{"a": "\u00e9"}])
        self.assertEqual([b.text.decode() for b in assay.bad_records("a.ndjson", flags=flags)], ['{"b": "\u00e9",}'])

    def test_concatenated(self) -> None:
        self.write("a.json", b'{"a":\n1}{"b":2,}\n{"c":3}\n')
        flags = ["--concatenated"]
        self.assertEqual([b.text for b in assay.bad_records("a.json", flags=flags)], [b'{"b":2,}'])
        with self.assertRaises(ValueError):
            assay.records("a.json", flags=flags)

    def test_pointer(self) -> None:
        self.write("a.json", b'{"a": [1, {"b":\n  2}],\n"c": []}')
        self.assertEqual(list(assay.records("a.json", pointer="/a")), [b"1", b'{"b":2}'])
        self.assertEqual(list(assay.records("a.json", pointer="/c", parse=True)), [])
        self.write("a.json", b"[1, 2, 3 4]")
        found: List[int] = []
        with self.assertRaisesRegex(assay.Error, "a.json:1:10: missing comma"):
            for value in assay.records("a.json", pointer="", parse=True):
                found.append(value)
        self.assertEqual(found[:2], [1, 2])
        with self.assertRaisesRegex(assay.Error, 'no member "x"'):
            list(assay.records(self.write("b.json", b"{}"), pointer="/x"))
        with self.assertRaises(ValueError):
            assay.records("a.json", pointer="", dialect="ndjson")

    def test_salvage_of_described_records(self) -> None:
        data = b'{"ts": 1, "id": "a"}\n{"ts": 2, "id": "b", "at": {"ts": 3, "id": "c"}\n'
        self.write("schema.json", b'{"required": ["ts", "id"]}')
        for name in ("a.ndjson", "a.ndjson.gz"):
            self.write(name, data)
            without = list(assay.salvage(name))
            self.assertEqual([(p.reason, p.certainty) for p in without], [(None, "certain"), ("torn", None)])
            found = list(assay.salvage(name, members=["ts", "id"]))
            self._check_salvaged(data, found)
            self.assertEqual([p.text for p in found if p.certainty == "likely"], [b'{"ts": 3, "id": "c"}'])
            self.assertEqual(list(assay.salvage(name, schema="schema.json")), found)
            self.assertEqual(list(assay.salvage(name, learn=True)), found)
        with self.assertRaises(TypeError):
            assay.salvage("a.ndjson", members="ts")

    def test_salvage_over_several_lines(self) -> None:
        data = b'{"id":1}\n\n {\n  "id": "{\\"["\n}\n{"id":2,\n{"id":3}{\n"a":[\n1]} \n7\n'
        for name in ("a.json", "a.json.gz"):
            found = list(assay.salvage(self.write(name, data), flags=["--concatenated"]))
            self._check_salvaged(data, found)
            want = [b'{"id":1}', b'{\n  "id": "{\\"["\n}', b'{"id":3}', b'{\n"a":[\n1]}']
            self.assertEqual([p.text for p in found if p.is_record], want)
            self.assertEqual([p.reason for p in found if not p.is_record], ["torn", "text"])
            self.assertEqual(list(assay.salvage(name, flags=["--concatenated=true"])), found)
            every = list(assay.salvage(name, flags=["--concatenated"], values="all"))
            self.assertEqual([p.text for p in every if p.is_record], [*want, b"7"])

    def test_salvage_of_repaired_records(self) -> None:
        data = GOOD + b"{'id': 2}\n x {\"id\":\n" + b'{"id": 3, "x": NaN}\n"{\\"id\\": 4}"\n{"id": 5}'
        for name in ("a.ndjson", "a.ndjson.gz"):
            found = list(assay.salvage(self.write(name, data), flags=["--repair"]))
            texts = [b'{"id": 1}', b'{"id": 2}', b'{"id": 3, "x": null}', b'{"id": 4}', b'{"id": 5}']
            self.assertEqual([p.text for p in found if p.is_record], texts)
            self.assertEqual([p.repaired for p in found if p.is_record], [None, "python", "nan", "escaped", None])
            for p in found:
                self.assertEqual(data[p.offset : p.offset + p.length], p.text if p.original is None else p.original)
                self.assertEqual((p.original is None, p.certainty is None), (p.repaired is None, not p.is_record or p.repaired is not None))
            self.assertEqual(list(assay.salvage(name, flags=["--repair=1"])), found)
            without = list(assay.salvage(name, flags=["--repair=false"]))
            self.assertEqual([p.offset for p in found], [p.offset for p in without])
            self.assertEqual([p.is_record for p in without].count(True), 2)

    def test_salvage_of_another_encoding(self) -> None:
        text = '{"id": 1, "t": "é"}\n {"id": 2}\n{"id":\n{"id": 3}\n'
        data = text.encode("utf-16") + b"x"
        found = list(assay.salvage(self.write("a.ndjson", data), flags=["--from", "utf-16"]))
        self.assertEqual([p.text for p in found], [b'{"id": 1, "t": "\xc3\xa9"}', b'{"id": 2}', b'{"id":\n', b'{"id": 3}', b"x"])
        for p in found[:-1]:
            self.assertEqual(data[p.offset :][: 2 * len(p.text.decode())].decode("utf-16-le"), p.text.decode())
        self.assertEqual(found[-1].offset, len(data) - 1)

    def test_salvage_of_damaged_compressed_data(self) -> None:
        members = [gzip.compress(b'{"id": %d}\n' % i) for i in range(3)]
        damaged = members[0] + bytes(len(members[1])) + members[2]
        pathlib.Path("a.ndjson.gz").write_bytes(damaged)
        found = list(assay.salvage("a.ndjson.gz"))
        self.assertEqual([p.text for p in found if p.is_record], [b'{"id": 0}', b'{"id": 2}'])
        (lost,) = [p for p in found if not p.is_record]
        self.assertEqual((lost.reason, lost.text, lost.length), ("skipped", b"", 0))
        self.assertEqual((lost.packed_offset, lost.skipped), (len(members[0]), len(members[1])))
        self.assertIn("gzip", lost.why or "")

    def test_damaged_at_random(self) -> None:
        """Each line that is not blank is either a good or a bad record, and salvage finds all data where it is."""
        chance = random.Random(7)
        for round in range(25):
            data = b"".join(_lines(chance))
            for name in ("a.ndjson", "a.ndjson.gz"):
                self.write(name, data)
                lines = {(at, line) for at, line in _numbered(data) if line.strip(b" \t\r\n")}
                bad = list(assay.bad_records(name))
                good = list(assay.records(name))
                self.assertEqual(len(lines), len(bad) + len(good), round)
                self.assertLessEqual({(b.record_offset, data[b.record_offset :][: b.record_length]) for b in bad}, lines)
                wrong = {b.record_offset for b in bad}
                self.assertEqual(good, [line.strip(b" \t\r\n") for at, line in sorted(lines) if at not in wrong])
                self._check_salvaged(data, list(assay.salvage(name, members=["id"] * (round % 2))))

    def _check_salvaged(self, data: bytes, pieces: List[assay.Piece]) -> None:
        at = 0
        for piece in pieces:
            self.assertEqual(data[at : piece.offset].strip(b" \t\r\n"), b"")
            at = piece.offset + piece.length
            self.assertEqual(piece.text, data[piece.offset : at])
            self.assertEqual(piece.line, 1 + data[: piece.offset].count(b"\n"))
            if piece.is_record:
                self.assertIsInstance(json.loads(piece.text), dict)
        self.assertEqual(data[at:].strip(b" \t\r\n"), b"")


def _lines(chance: random.Random) -> Iterator[bytes]:
    """Yield lines, some of which are damaged."""
    for i in range(chance.randrange(40)):
        line = bytearray(json.dumps({"id": i, "text": "\u00e9 x" * chance.randrange(4), "sub": {"a": [i]}}, ensure_ascii=False).encode())
        kind = chance.randrange(8)
        if kind == 0:
            del line[chance.randrange(len(line)) :]
        elif kind == 1:
            line[chance.randrange(len(line))] = chance.choice(b'\0{}",x')
        end = chance.choice([b"\n", b"\n", b"\n", b"\r\n", b"\n \n", b" ", b""]) if kind != 2 else b""
        yield bytes(line) + end


def _numbered(data: bytes) -> Iterator[Tuple[int, bytes]]:
    """Yield the lines with their offsets."""
    for match in re.finditer(rb"[^\n]*\n|[^\n]+", data):
        yield match.start(), match[0]


class TestLimits(TestCase):
    def test_long_texts_are_cut(self) -> None:
        data = GOOD + b'{"text": "' + b"x" * 300 + b"\n" + BAD
        with mock.patch.object(_program.Text, "LIMIT", 100):
            for name in ("a.ndjson", "a.ndjson.gz"):
                self.write(name, data)
                self.assertEqual([(b.line, len(b.text), b.record_length) for b in assay.bad_records(name)], [(2, 100, 311), (3, 10, 11)])
                self.assertEqual([(p.line, len(p.text), p.length) for p in assay.salvage(name)], [(1, 9, 9), (2, 100, 311), (3, 11, 11)])

    def test_changed_file(self) -> None:
        with open(self.write("a", b"12345"), "rb") as file:
            text = _program.Text(file)
            text.skip(3)
            self.assertEqual(text.read(2), b"45")
            with self.assertRaisesRegex(assay.Error, "changed"):
                text.read(1)


class TestProgram(TestCase):
    def setUp(self) -> None:
        super().setUp()
        _program.program.cache_clear()
        self.addCleanup(_program.program.cache_clear)

    def _program(self, path: str, installed: Optional[List[importlib.metadata.PackagePath]] = None) -> str:
        with mock.patch.dict(os.environ, {"PATH": path}), mock.patch("importlib.metadata.files", return_value=installed):
            return _program.program()

    def test_missing(self) -> None:
        with self.assertRaisesRegex(assay.Error, "pip install assay-jsonlint"):
            self._program(os.getcwd())

    @unittest.skipIf(os.name == "nt", "needs a script")
    def test_another_program(self) -> None:
        self.write("jsonlint", b"#!/bin/sh\necho 1.6.3\n")
        os.chmod("jsonlint", 0o755)
        with self.assertRaisesRegex(assay.Error, "another program"):
            self._program(os.getcwd())

    def test_on_path(self) -> None:
        found = os.path.dirname(_program.program())
        _program.program.cache_clear()
        self.assertEqual(os.path.dirname(self._program(found)), found)

    def test_other_name(self) -> None:
        run = [sys.executable, "-c", "import sys; from assay import _program; sys.exit(_program.main())"]
        environment = {**os.environ, "PYTHONPATH": os.path.dirname(os.path.dirname(assay.__file__))}
        done = subprocess.run([*run, "--version"], stdout=subprocess.PIPE, env=environment, check=True)
        self.assertTrue(done.stdout.startswith(b"assay "), done.stdout)
        done = subprocess.run([*run, "missing.json"], stderr=subprocess.PIPE, env=environment)
        self.assertEqual((done.returncode, done.stderr.startswith(b"assay: missing.json: ")), (2, True))

    @unittest.skipUnless(os.environ.get("ASSAY_INSTALLED"), "is only installed in .ci/install")
    def test_installed(self) -> None:
        found = _program.program()
        self.assertEqual(os.path.dirname(found), os.environ["ASSAY_INSTALLED"])
        version = subprocess.run([found, "--version"], stdout=subprocess.PIPE, check=True).stdout
        self.assertIn(importlib.metadata.version("assay-jsonlint").encode(), version)


if __name__ == "__main__":
    unittest.main()

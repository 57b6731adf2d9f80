"""Run the examples of docs/reference/python.md."""

from __future__ import annotations

import doctest
import os
import pathlib
import re
import tempfile
import unittest
from typing import List

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "reference" / "python.md"


class TestPage(unittest.TestCase):
    def test_examples(self) -> None:
        page = PAGE.read_text(encoding="utf-8")
        self.addCleanup(os.chdir, os.getcwd())
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        os.chdir(folder.name)
        for name, text in re.findall(r"<!-- file: (.*?) -->\n```\w+\n(.*?)```", page, re.DOTALL):
            pathlib.Path(name).write_text(text, encoding="utf-8")
        examples = "".join(re.findall(r"```python\n(.*?)```", page, re.DOTALL))
        test = doctest.DocTestParser().get_doctest(examples, {}, PAGE.name, None, 0)
        self.assertGreater(len(test.examples), 5)
        report: List[str] = []
        doctest.DocTestRunner().run(test, out=report.append)
        if report:
            self.fail("".join(report))


if __name__ == "__main__":
    unittest.main()

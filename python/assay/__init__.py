"""Check JSON files, and read the good and the bad records of data files.

The functions run the program jsonlint, which is part of the same package, and yield what it finds while it
is still reading, so files can be larger than memory. docs/reference/python.md in the repository is the guide.
"""

from ._findings import Finding, Result, check, findings
from ._program import Error
from ._records import BadRecord, bad_records, records
from ._salvage import Piece, salvage

__all__ = ["BadRecord", "Error", "Finding", "Piece", "Result", "bad_records", "check", "findings", "records", "salvage"]

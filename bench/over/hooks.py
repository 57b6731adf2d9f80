"""Runs a hook of pre-commit-hooks in this folder, on those of the files on standard input that pre-commit would pass to it.

See peers.go for the output. It needs the modules pre_commit and pre_commit_hooks.
"""

import contextlib
import importlib
import io
import sys
import types

import yaml
from pre_commit.commands.run import Classifier

name = sys.argv[1]
files = sys.stdin.read().split("\n")
with open(".pre-commit-config.yaml", encoding="utf-8") as f:
    config = yaml.safe_load(f)
main = importlib.import_module("pre_commit_hooks." + name.replace("-", "_")).main
classifier = Classifier.from_config([f for f in files if f], config.get("files", ""), config.get("exclude", "^$"))
defaults = {"files": "", "exclude": "^$", "types": ["json"], "types_or": [], "exclude_types": [], "args": []}
verdicts: dict[str, str] = {}
for repo in config["repos"]:
    for entry in repo["hooks"]:
        if entry["id"] != name or not ("pre-commit-hooks" in repo["repo"] or repo["repo"] == "builtin"):
            continue
        hook = types.SimpleNamespace(**{**defaults, **entry})
        args = list(hook.args)
        if name == "pretty-format-json" and "--autofix" not in args:
            args.append("--autofix")
        for file in classifier.filenames_for_hook(hook):
            output = io.StringIO()
            try:
                with contextlib.redirect_stdout(output):
                    status = main([*args, file])
                verdict = "reports" if status else "passes"
                if "is not a valid JSON" in output.getvalue() or "not a valid JSON" in output.getvalue():
                    verdict = "cannot"
            except (RecursionError, UnicodeDecodeError, ValueError):
                verdict = "cannot"
            if name == "check-json" and verdict == "cannot":
                verdict = "reports"
            if verdicts.get(file, "passes") == "passes":
                verdicts[file] = verdict
for file, verdict in verdicts.items():
    print(f"{verdict}\t{file}")

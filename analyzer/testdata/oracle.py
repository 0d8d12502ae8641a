"""Answers captures with what a slow statement of the rules reports of them.

    oracle.py PATH_OF_ORACLE < CAPTURES > REPORTS

CAPTURES has a JSON object a line, {"framing", "chunks": [{"t_ms", "b64"}],
"eof_ms"}; the answer to each, on a line, has the released offsets, the held
bytes, parsed, areas and times of every rule.
"""
import importlib.util
import json
import sys

sys.dont_write_bytecode = True
spec = importlib.util.spec_from_file_location("oracle", sys.argv[1])
oracle = importlib.util.module_from_spec(spec)
spec.loader.exec_module(oracle)
RULES = ["at-close", "read-all", "chunk-end", "never", "next-chunk", "lag:1", "lag:3", "block:1", "block:7", "block:32"]
for line in sys.stdin:
    ask = json.loads(line)
    chunks, eof = oracle.load(ask)
    print(json.dumps(oracle.report(ask["framing"], chunks, eof, RULES)["rules"]))

"""Answers streams with the spans that a slow statement of the framings finds.

    oracle.py PATH_OF_ORACLE < STREAMS > SPANS

STREAMS has a JSON object a line, {"framing", "b64"}; the answer to each, on a
line, is [[start, end, kind, proof], ...] before EOF and the same after it, where
an open span has no end and no proof.
"""
import base64
import importlib.util
import json
import sys

sys.dont_write_bytecode = True
spec = importlib.util.spec_from_file_location("oracle", sys.argv[1])
oracle = importlib.util.module_from_spec(spec)
spec.loader.exec_module(oracle)
for line in sys.stdin:
    ask = json.loads(line)
    find = oracle.SPANS[ask["framing"]]
    data = base64.b64decode(ask["b64"])
    print(json.dumps([find(data, False), find(data, True)]))

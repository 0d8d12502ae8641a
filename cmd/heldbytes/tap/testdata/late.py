"""Reads all there is, and only then counts events."""
from heldbytes_tap import Tap

with Tap("run.jsonl", content_type="application/x-ndjson") as tap:
    for line in b"".join(tap.wrap(iter([b'{"n":1}\n'] * 20))).splitlines():
        tap.handoff()

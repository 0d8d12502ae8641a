"""Reads more than a tap has room for before it may write, and says what it dropped."""
from heldbytes_tap import Tap

with Tap("run.jsonl", content_type="application/x-ndjson", room=20000, every=3600) as tap:
    n = 0
    for chunk in tap.wrap(iter([b'{"n":1}\n' * 20] * 1000)):
        n += len(chunk)
        tap.handoff(20, bytes=len(chunk))
    assert n == 160000
print(tap.dropped)

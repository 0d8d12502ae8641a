"""Reads on behind reads that were dropped, until one is kept again."""
import time

from heldbytes_tap import Tap

with Tap("run.jsonl", content_type="text/plain", room=20000, every=0.01) as tap:
    def chunks():
        yield b"content-length: 1"
        while not tap.dropped:
            yield b"4" * 500
        before = -1
        while before != tap.dropped:
            before = tap.dropped
            time.sleep(0.005)
            yield b"4" * 500

    for chunk in tap.wrap(chunks()):
        pass

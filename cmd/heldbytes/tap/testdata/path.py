"""Calls a tap from a reader's thread and names what it calls there that is not known to be without a wait."""
import sys

from heldbytes_tap import Tap

# Of these none reaches a file or a lock; nor do they sleep.
HARMLESS = {"append", "perf_counter_ns", "len", "max", "next", "iter", "hasattr", "isinstance", "setprofile"}
called = set()


def watch(frame, event, what):
    if event == "c_call":
        called.add(what.__name__)


with Tap("run.jsonl", content_type="application/x-ndjson") as tap:
    stream = tap.wrap(iter([b'{"n":1}\n'] * 1000))
    sys.setprofile(watch)
    for chunk in stream:
        tap.parse()
        tap.handoff(bytes=len(chunk))
        tap.held(0)
    sys.setprofile(None)

assert {"append", "perf_counter_ns"} <= called, f"only {called} are seen"
for name in called - HARMLESS:
    print(name)

"""Times a reader bare, recorded, and recorded and written meanwhile; prints ns a chunk of each, the fastest of runs."""
import json
import sys
import time

from heldbytes_tap import Tap

runs, chunks = int(sys.argv[1]), int(sys.argv[2])
EVENT = b'data: {"id":"chatcmpl-0","choices":[{"index":0,"delta":{"content":" word"},"finish_reason":null}]}\n\n'


def came():
    for _ in range(chunks):
        yield EVENT


def bare():
    start = time.perf_counter_ns()
    for _ in came():
        pass
    return time.perf_counter_ns() - start


def recorded(every, payload):
    with Tap("run.jsonl", content_type="text/event-stream", payload=payload, room=1 << 30, every=every) as tap:
        start = time.perf_counter_ns()
        for chunk in tap.wrap(came()):
            tap.handoff(bytes=len(chunk))
        return time.perf_counter_ns() - start


times = {"bare": [], "recorded": [], "written": []}
for _ in range(runs):
    times["bare"].append(bare())
    times["recorded"].append(recorded(3600, "none"))
    times["written"].append(recorded(0.02, "mask"))
print(json.dumps({name: min(each) / chunks for name, each in times.items()}))

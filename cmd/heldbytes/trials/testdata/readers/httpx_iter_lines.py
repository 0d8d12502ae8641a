"""An agent that takes server-sent events from httpx's iter_lines()."""
import sys

import httpx

from heldbytes_tap import Tap

ends = len(sys.argv[3].encode().decode("unicode_escape"))  # of a line, as the stream has it

with Tap(sys.argv[2], every=0.003) as tap, httpx.Client(event_hooks={"response": [tap.response]}) as client:
    with client.stream("GET", sys.argv[1]) as response:
        held = 0
        for line in response.iter_lines():
            line = line.rstrip("\n")  # of httpx before 0.24
            held += len(line.encode()) + ends
            if not line:
                tap.handoff(bytes=held)
                held = 0

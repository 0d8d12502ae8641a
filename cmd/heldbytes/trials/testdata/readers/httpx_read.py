"""An agent that reads all of an httpx response and then splits it into events."""
import sys

import httpx

from heldbytes_tap import Tap

with Tap(sys.argv[2], every=0.003) as tap, httpx.Client(event_hooks={"response": [tap.response]}) as client:
    with client.stream("GET", sys.argv[1]) as response:
        for event in response.read().split(b"\n\n")[:-1]:
            tap.handoff(bytes=len(event) + 2)

"""An agent that takes server-sent events from requests' iter_content() of a size, or of whatever comes."""
import sys

import requests

from heldbytes_tap import Tap

size = int(sys.argv[3]) if sys.argv[3:] else None

with Tap(sys.argv[2], every=0.003) as tap, requests.get(sys.argv[1], stream=True) as response:
    buffer = b""
    for block in tap.response(response).iter_content(size):
        buffer += block
        while b"\n\n" in buffer:
            event, _, buffer = buffer.partition(b"\n\n")
            tap.handoff(bytes=len(event) + 2)

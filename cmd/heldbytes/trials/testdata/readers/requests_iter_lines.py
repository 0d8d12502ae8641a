"""An agent that takes server-sent events from requests' iter_lines(), with the chunk_size that is asked for."""
import sys

import requests

from heldbytes_tap import Tap

options = {"chunk_size": int(sys.argv[3])} if sys.argv[3:] else {}

with Tap(sys.argv[2], every=0.003) as tap, requests.get(sys.argv[1], stream=True) as response:
    event = []
    for line in tap.response(response).iter_lines(**options):
        event.append(line)
        if not line:
            tap.handoff(bytes=sum(len(each) + 1 for each in event))
            event = []

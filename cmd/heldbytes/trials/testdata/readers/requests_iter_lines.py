"""An agent that takes server-sent events from requests' iter_lines()."""
import sys

import requests

from heldbytes_tap import Tap

with Tap(sys.argv[2], every=0.003) as tap, requests.get(sys.argv[1], stream=True) as response:
    event = []
    for line in tap.response(response).iter_lines():
        event.append(line)
        if not line:
            tap.handoff(bytes=sum(len(each) + 1 for each in event))
            event = []

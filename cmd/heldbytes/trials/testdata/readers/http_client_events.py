"""An agent that reads what there is of http.client's response, and acts on each event as it ends."""
import http.client
import sys
import urllib.parse

from heldbytes_tap import Tap

url = urllib.parse.urlsplit(sys.argv[1])
client = http.client.HTTPConnection(url.netloc)
client.request("GET", url.path or "/")
with Tap(sys.argv[2], every=0.003) as tap, tap.response(client.getresponse()) as response:
    buffer = b""
    while block := response.read1(65536):
        buffer += block
        while b"\n\n" in buffer:
            event, _, buffer = buffer.partition(b"\n\n")
            tap.handoff(bytes=len(event) + 2)

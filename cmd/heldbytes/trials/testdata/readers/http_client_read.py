"""An agent that reads http.client's response by blocks of 64 KiB."""
import http.client
import sys
import urllib.parse

from heldbytes_tap import Tap

url = urllib.parse.urlsplit(sys.argv[1])
client = http.client.HTTPConnection(url.netloc)
client.request("GET", url.path)
with Tap(sys.argv[2], every=0.003) as tap, tap.response(client.getresponse()) as response:
    buffer = b""
    while block := response.read(65536):
        buffer += block
        while b"\n" in buffer:
            line, _, buffer = buffer.partition(b"\n")
            tap.handoff(bytes=len(line) + 1)

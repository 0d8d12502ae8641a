"""Reads what http.client gives, with the payload that is asked for, or a tap's own choice."""
import http.client
import sys
import urllib.parse

from heldbytes_tap import Tap

url = urllib.parse.urlsplit(sys.argv[1])
client = http.client.HTTPConnection(url.netloc)
client.request("GET", f"{url.path}?{url.query}", headers={"authorization": url.query})
with Tap(sys.argv[2], every=0.003, **({"payload": sys.argv[3]} if sys.argv[3:] else {})) as tap:
    for line in tap.response(client.getresponse()):
        tap.handoff(bytes=len(line))

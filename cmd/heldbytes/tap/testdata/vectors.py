"""Masks each vector of the file named, whole, cut in two everywhere and byte by byte, and says which come out wrong."""
import base64
import json
import sys

from heldbytes_tap import mask_for


def of(vector, name):
    return vector[name].encode() if name in vector else base64.b64decode(vector[name + "_b64"])


tried = 0
for line in open(sys.argv[1], encoding="utf-8"):
    vector = json.loads(line)
    body, want = of(vector, "in"), of(vector, "out")
    cuts = [[body[:i], body[i:]] for i in range(len(body) + 1)] + [[body[i:i + 1] for i in range(len(body))]]
    for cut in cuts:
        mask = mask_for(vector["content_type"])
        got = b"".join(mask(piece) for piece in cut)
        if got != want:
            print(f"{vector['name']}, cut to {[len(piece) for piece in cut]}: got {got!r}, want {want!r}")
            break
    tried += 1
print(tried)

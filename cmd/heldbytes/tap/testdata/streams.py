"""Reads the same bytes by every way that a tap wraps, and checks that each is as it was and that each is recorded."""
import ast
import asyncio
import base64
import gzip
import http.client
import io
import json
import os
import socket
import sys
import threading

import heldbytes_tap
from heldbytes_tap import Tap

with open(heldbytes_tap.__file__, encoding="utf-8") as source:
    ast.parse(source.read(), feature_version=(3, 9))  # the oldest that it is for

BODY = b"".join(b'{"n":%d,"word":"%s"}\n' % (i, b"x" * (i % 50)) for i in range(200))
PIECES = [BODY[i:i + 97] for i in range(0, len(BODY), 97)]


def iterator(wrap):
    return b"".join(wrap(iter([b"", *PIECES, b""])))  # a piece of no bytes is not the end


def array(wrap):
    return b"".join(wrap(bytearray(piece) for piece in PIECES))


def read(wrap):
    file = wrap(io.BytesIO(BODY))
    return b"".join(iter(lambda: file.read(50), b""))


def readline(wrap):
    file = wrap(io.BytesIO(BODY))
    return b"".join(iter(file.readline, b""))


def lines(wrap):
    with wrap(io.BytesIO(BODY)) as file:
        return b"".join(file)


def readinto(wrap):
    file, buffer, out = wrap(io.BytesIO(BODY)), bytearray(61), b""
    while n := file.readinto(buffer):
        out += buffer[:n]
    return out


def sockets(reading):
    def way(wrap):
        here, there = socket.socketpair()
        threading.Thread(target=lambda: (there.sendall(BODY), there.close())).start()
        with here:
            return reading(wrap(here))
    way.__name__ = reading.__name__
    return way


@sockets
def recv(sock):
    return b"".join(iter(lambda: sock.recv(256), b""))


@sockets
def recv_into(sock):
    buffer, out = bytearray(61), b""
    while n := sock.recv_into(buffer):
        out += buffer[:n]
    return out


def asynchronous(wrap):
    async def pieces():
        for piece in PIECES:
            await asyncio.sleep(0)
            yield piece

    async def all_of_it():
        return b"".join([piece async for piece in wrap(pieces())])

    return asyncio.run(all_of_it())


def stream_reader(wrap):
    async def all_of_it():
        reader = asyncio.StreamReader()
        reader.feed_data(BODY)
        reader.feed_eof()
        reader, out = wrap(reader), b""
        while block := await reader.read(300):
            out += block
        return out

    return asyncio.run(all_of_it())


def refuses(error, call):
    try:
        call()
    except error:
        return
    sys.exit(f"no {error.__name__} is raised")


def recorded(path):
    return [json.loads(line) for line in open(path, encoding="utf-8")]


for way in (iterator, array, read, readline, lines, readinto, recv, recv_into, asynchronous, stream_reader):
    with Tap("run.jsonl", payload="raw") as tap:
        got = way(tap.wrap)
        tap.handoff(200, bytes=len(got))
    rows = recorded("run.jsonl")
    assert got == BODY, f"{way.__name__} is not as it was"
    kept = b"".join(base64.b64decode(x["b64"]) for x in rows if "b64" in x)
    assert kept == BODY, f"{way.__name__} recorded {len(kept)} bytes of {len(BODY)}"
    assert any("eof_ms" in x for x in rows) and rows[-1]["row"]["held_bytes"] == 0, f"{way.__name__} ends in {rows[-2:]}"


class Reply:
    """The reply of a server, as http.client's response wants its socket."""

    def __init__(self, text):
        self.file = io.BytesIO(text)

    def makefile(self, mode):
        return io.BufferedReader(self.file)


for name, head, body, payload in (
    ("chunked", b"Transfer-Encoding: chunked\r\n", b"".join(b"%x;ext=1\r\n%s\r\n" % (len(p), p) for p in PIECES) + b"0\r\nTrailer: x\r\n\r\n", {"text"}),
    ("with a length", b"Content-Length: %d\r\n" % len(BODY), BODY, {"text"}),
    ("until the end", b"", BODY, {"text"}),
    ("gzip", b"Content-Encoding: gzip\r\n", gzip.compress(BODY), {"len"}),
):
    response = http.client.HTTPResponse(Reply(b"HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson; a=b\r\n" + head + b"\r\n" + body))
    response.begin()
    with Tap("run.jsonl") as tap:
        got = tap.response(response).read()
    got = gzip.decompress(got) if name == "gzip" else got
    rows = recorded("run.jsonl")
    assert got == BODY, f"{name}: {len(got)} bytes of {len(BODY)}"
    total = sum(len(x["text"]) if "text" in x else x.get("len", 0) for x in rows)
    assert total == (len(body) if name == "gzip" else len(BODY)), f"{name}: recorded {total} bytes"
    assert rows[0]["content_type"] == "application/x-ndjson" and rows[0].get("content_encoding", "") == ("gzip" if name == "gzip" else "")
    assert {m for x in rows for m in x if m in ("text", "b64", "len")} == payload, f"{name}: {rows[1]}"
    assert any("eof_ms" in x for x in rows), f"{name} ends in {rows[-1]}"
    refuses(ValueError, lambda: Tap(os.devnull).response(response))  # it was read

tap = Tap(os.devnull)
same = io.BytesIO()
tap.wrap(iter(PIECES))
assert tap.wrap(same) is same, "a tap takes a second stream"
refuses(ValueError, lambda: Tap(os.devnull, payload="some"))
refuses(TypeError, lambda: Tap(os.devnull).response(object()))

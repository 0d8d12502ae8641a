"""Records a stream that you read, for heldbytes: one file to copy, no dependencies, Python 3.9 or newer.

    with Tap("run.jsonl") as tap:
        for chunk in tap.wrap(stream):          # or tap.response(r) of requests, httpx, aiohttp, http.client
            ...; tap.handoff(bytes=len(event))  # at each event that can be acted on

then: heldbytes analyze run.jsonl. In the path of a read it appends to memory and does nothing else; a thread writes
the file, which is readable up to the last flush whatever ends the process. Where there is no room, samples are
dropped and counted. What is written has no content: of the payload, lengths, line ends and the marks that framing
needs. payload="lines" leaves lengths and line ends alone, "none" lengths alone, "raw" all there is.
"""

from __future__ import annotations

import atexit
import base64
import io
import json
import os
import re
import struct
import threading
import time
import zlib
from collections import deque
from typing import Any, Callable

__all__ = ["Mask", "Tap", "mask_for"]

PAYLOADS = ("mask", "lines", "none", "raw")
CHUNK, ROW, HELD, END, LOST = range(5)  # kinds of the entries that wait to be written
LINES = bytes(b if b in b"\r\n" else ord("x") for b in range(256))
ENTRY = 200  # bytes of memory that one takes, its payload aside


class Tap:
    """A recording of one stream, in the file at path, which is written anew.

    content_type is the stream's where no response says it. room is how many bytes of memory may wait to be written,
    every how often they are, in seconds. dropped is how many reads and rows found no room.
    """

    def __init__(self, path: str | os.PathLike[str], *, payload: str = "mask", content_type: str = "",
                 room: int = 16 << 20, every: float = 0.1) -> None:
        if payload not in PAYLOADS:
            raise ValueError(f"payload: read {payload!r}, want one of {', '.join(PAYLOADS)}")
        self.dropped = 0
        self._waiting: deque[tuple[Any, ...]] = deque()
        self._room, self._taken, self._lost = room, 0, (0, 0)
        self._wrapped = self._stale = self._ended = self._closed = False
        self._events, self._released = 0, -1
        self._parse = self._handoff = 0
        self._out = _Writer(path, payload, time.perf_counter_ns(), content_type)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._flush, args=(every,), name="heldbytes tap", daemon=True)
        self._thread.start()
        atexit.register(self.close)

    def wrap(self, stream: Any) -> Any:
        """Returns stream with its reads recorded: an iterator or async iterator of bytes, a file, a socket.

        A tap records one stream; another one is returned as it is.
        """
        return _Tapped(self, stream) if self._begin() else stream

    def response(self, response: Any) -> Any:
        """Returns response, with what comes in for it recorded below all that its client does with it.

        It takes those of requests, urllib3, urllib.request, http.client, httpx and aiohttp, and is a hook for the
        response events of an httpx.Client. One with a status other than 2xx is left alone.
        """
        status = getattr(response, "status_code", None) or getattr(response, "status", None) or 200
        if not 200 <= status < 300 or self._wrapped:
            return response
        inner = response
        for name in ("raw", "_fp"):  # that of requests is around urllib3's, which is around http.client's
            inner = getattr(inner, name, inner)
        out, headers = self._out, getattr(response, "headers", {})
        out.content_type = headers.get("content-type") or out.content_type
        coding = headers.get("content-encoding") or ""
        if hasattr(response, "aiter_raw"):  # httpx, which asks what a stream is an instance of
            if response.is_stream_consumed or response.is_closed:
                raise ValueError("tap.response: read a response that was read before, want one that streams")
            out.coding, self._wrapped = coding, True
            out.accept = time.perf_counter_ns()
            response.stream = type("Tapped", (_Stream, type(response.stream)), {})(self, response.stream)
        elif hasattr(inner, "fp"):
            if inner.fp is None:
                raise ValueError("tap.response: read a response that was read before, want one that streams")
            out.coding, out.left = coding, inner.length
            out.unchunk = _Unchunk() if inner.chunked else None
            self._begin()
            inner.fp = io.BufferedReader(_Raw(self, inner.fp))
        elif hasattr(getattr(response, "content", None), "feed_data"):  # aiohttp, past its decoder
            self._begin()
            _feed(self, response.content)
        else:
            raise TypeError(f"tap.response: read a {type(response).__name__}, want a response; tap.wrap takes streams")
        return response

    async def aresponse(self, response: Any) -> Any:
        """Is response as a hook for the response events of an httpx.AsyncClient."""
        return self.response(response)

    def read(self, data: Any) -> None:
        """Records bytes that came in, for readers that are called with them. None and no bytes are the end."""
        if self._stale and not self._ended:  # what is held now is held of all that came before
            self._row()
        if data:
            data = data if type(data) is bytes else data.encode() if isinstance(data, str) else bytes(data)
            self._put((CHUNK, time.perf_counter_ns(), data), len(data))
            self._stale = True
        elif not self._ended:
            self._ended = True
            self._put((END, time.perf_counter_ns()), 0)

    def parse(self) -> None:
        """Marks that an event is parsed. With it, marks split the way of events from read to handoff."""
        self._parse = time.perf_counter_ns()
        self._stale = True

    def handoff(self, n: int = 1, bytes: int | None = None) -> None:
        """Marks that n more events can be acted on. bytes is how many bytes of the stream were let go of with them,
        separators and all; held bytes are then what came in and was not let go of."""
        self._handoff = time.perf_counter_ns()
        self._events += n
        if bytes is not None:
            self._released = max(self._released, 0) + bytes
        self._stale = True

    def held(self, n: int) -> None:
        """Says how many of the bytes that came in the reader still holds, by its own account."""
        self._put((HELD, n), 0)
        self._stale = True

    def close(self) -> None:
        """Ends the recording and writes what is left. Raises OSError where the file could not be written."""
        if self._closed:
            return
        self._closed = True
        atexit.unregister(self.close)
        if self._stale or self._ended:
            self._row()
        self._stop.set()
        self._thread.join()
        self._out.close()

    def __enter__(self) -> Tap:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _begin(self) -> bool:
        if self._wrapped:
            return False
        self._wrapped = True
        self._out.accept = time.perf_counter_ns()
        return True

    def _row(self) -> None:
        self._stale = False
        self._put((ROW, time.perf_counter_ns(), self._events, self._released, self._parse, self._handoff), 0)
        self._parse = self._handoff = 0

    def _put(self, entry: tuple[Any, ...], size: int) -> None:
        if self._taken + size + ENTRY - self._out.freed > self._room:
            self.dropped += 1
            self._lost = (self._lost[0] + 1, self._lost[1] + size)
            return
        if self._lost[0]:
            self._waiting.append((LOST, time.perf_counter_ns(), *self._lost))
            self._lost = (0, 0)
            self._taken += ENTRY
        self._waiting.append(entry)
        self._taken += size + ENTRY

    def _flush(self, every: float) -> None:
        while not self._stop.wait(every):
            self._out.write(self._waiting)
        if self._lost[0]:
            self._waiting.append((LOST, time.perf_counter_ns(), *self._lost))
        self._out.write(self._waiting)


class _Tapped:
    """A stream whose reads are recorded; all else is the stream's own."""

    _GIVES = frozenset(("read", "read1", "readline", "readany", "readexactly", "readuntil", "recv"))
    _FILLS = frozenset(("readinto", "readinto1", "recv_into"))

    def __init__(self, tap: Tap, inner: Any) -> None:
        self._tap, self._inner = tap, inner
        self._iterator: Any = None

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._inner, name)
        if name in self._GIVES:
            value = self._gives(value)
        elif name in self._FILLS:
            value = self._fills(value)
        else:
            return value
        setattr(self, name, value)
        return value

    def _gives(self, read: Callable[..., Any]) -> Callable[..., Any]:
        tap = self._tap

        def gives(*args: Any, **more: Any) -> Any:
            data = read(*args, **more)
            if hasattr(data, "__await__"):
                return later(data)
            if data or data is not None and args != (0,):
                tap.read(data)
            return data

        async def later(coming: Any) -> Any:
            data = await coming
            tap.read(data)
            return data

        return gives

    def _fills(self, read: Callable[..., Any]) -> Callable[..., Any]:
        def fills(buffer: Any, *args: Any) -> Any:
            n = read(buffer, *args)
            if n is not None and len(buffer):
                self._tap.read(bytes(memoryview(buffer)[:n]))
            return n

        return fills

    def __iter__(self) -> _Tapped:
        self._iterator = iter(self._inner)
        return self

    def __next__(self) -> Any:
        try:
            data = next(self._iterator or self._inner)
        except StopIteration:
            self._tap.read(None)
            raise
        if data:  # a piece of no bytes is not the end
            self._tap.read(data)
        return data

    def __aiter__(self) -> _Tapped:
        self._iterator = self._inner.__aiter__()
        return self

    async def __anext__(self) -> Any:
        try:
            data = await (self._iterator or self._inner).__anext__()
        except StopAsyncIteration:
            self._tap.read(None)
            raise
        if data:  # a piece of no bytes is not the end
            self._tap.read(data)
        return data

    def __enter__(self) -> _Tapped:
        self._inner.__enter__()
        return self

    def __exit__(self, *error: Any) -> Any:
        return self._inner.__exit__(*error)


class _Stream(_Tapped):
    """The stream of an httpx response, whose class it has as well."""

    def close(self) -> None:
        self._inner.close()

    async def aclose(self) -> None:
        await self._inner.aclose()


class _Raw(io.RawIOBase):
    """What http.client's file reads from, below its buffer."""

    def __init__(self, tap: Tap, file: Any) -> None:
        self._tap, self._file = tap, file

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        data = self._file.read1(len(buffer))  # what came with the head, then a read of the socket each
        if data is None:  # a socket that does not wait has none yet
            return None
        self._tap.read(data)
        buffer[:len(data)] = data
        return len(data)

    def close(self) -> None:
        self._file.close()
        super().close()


def _feed(tap: Tap, content: Any) -> None:
    """Records what a StreamReader of aiohttp is fed, whether it is read or not."""
    base = type(content)

    def feed_data(self: Any, data: Any, *size: Any) -> Any:
        if data:
            tap.read(data)
        return base.feed_data(self, data, *size)

    def feed_eof(self: Any) -> Any:
        tap.read(None)
        return base.feed_eof(self)

    for data in getattr(content, "_buffer", ()):
        tap.read(data)
    if content.is_eof():
        tap.read(None)
    content.__class__ = type("Tapped", (base,), {"__slots__": (), "feed_data": feed_data, "feed_eof": feed_eof})


class _Unchunk:
    """Takes the chunked coding off (RFC 9112, section 7.1)."""

    def __init__(self) -> None:
        self.ended = False
        self._left, self._line = 0, b""  # bytes of the chunk and its line end; of a size line

    def __call__(self, data: bytes) -> bytes:
        out = b""
        while data and not self.ended:
            if self._left > 0:
                out += data[:max(min(self._left - 2, len(data)), 0)]
                taken = min(self._left, len(data))
                self._left, data = self._left - taken, data[taken:]
                continue
            line, end, data = data.partition(b"\n")
            self._line += line
            if end:
                try:
                    size = int(self._line.split(b";")[0], 16)
                except ValueError:  # no such coding: nothing that follows can be told
                    size = 0
                self.ended, self._left, self._line = size <= 0, size + 2, b""
        return out


class _Writer:
    """Writes what waits as lines of the capture form, on the thread of the flushes."""

    MOST = 10_000  # rows that are kept until the reader says what it holds

    def __init__(self, path: str | os.PathLike[str], payload: str, start: int, content_type: str) -> None:
        self.content_type, self.coding = content_type, ""
        self.unchunk: _Unchunk | None = None
        self.left: int | None = None  # bytes until the end, where a response says it
        self.accept = 0
        self.freed = 0  # bytes of memory given back
        self._payload, self._start = payload, start
        self._mask: Mask | None = None
        self._headed = self._ended = False
        self._total = self._rowed = self._last = 0  # bytes that came, and that rows cover; when the last chunk did
        self._own: int | None = None  # bytes let go of, by the reader's own account
        self._early: list[tuple[int, int]] | None = []  # time and total of rows before it gives one
        self._error: OSError | None = None
        self._file = open(path, "wb", buffering=0)

    def close(self) -> None:
        self._file.close()
        if self._error:
            raise self._error

    def write(self, waiting: deque[tuple[Any, ...]]) -> None:
        lines: list[dict[str, Any]] = []
        freed = 0
        for _ in range(len(waiting)):
            kind, *entry = waiting.popleft()
            freed += ENTRY
            if kind == CHUNK:
                freed += len(entry[1])
                self._chunk(lines, *entry)
            elif kind == ROW:
                self._row(lines, *entry)
            elif kind == HELD:
                self._own = self._total - entry[0]
            elif kind == END:
                self._end(lines, *entry)
            else:
                self._head(lines)
                if entry[2]:  # behind bytes that it has not seen a mask would take content for framing
                    self._mask = None
                self._total += entry[2]
                lines.append({"t_ms": self._ms(entry[0]), "dropped": entry[1], "len": entry[2]})
            time.sleep(0)  # a reader that waits for the interpreter goes first
        if lines and not self._error:
            try:
                self._file.write("".join(json.dumps(x, separators=(",", ":")) + "\n" for x in lines).encode())
            except OSError as e:
                self._error = e
        self.freed += freed

    def _ms(self, at: int) -> float:
        return (at - self._start) / 1e6

    def _chunk(self, lines: list[dict[str, Any]], at: int, data: bytes) -> None:
        over = False
        if self.unchunk:
            data = self.unchunk(data)
            over = self.unchunk.ended
        elif self.left is not None:
            self.left -= len(data)
            over = self.left <= 0
        if data:
            self._head(lines)
            self._total += len(data)
            self._last = at
            lines.append({"t_ms": self._ms(at), **self._shown(data)})
        if over:
            self._end(lines, at)

    def _shown(self, data: bytes) -> dict[str, Any]:
        if self._payload == "raw":
            return {"b64": base64.b64encode(data).decode()}
        if self._payload == "mask" and self._mask:
            data = self._mask(data)
        elif self._payload == "lines" and not self.coding:
            data = data.translate(LINES)
        else:
            return {"len": len(data)}
        return {"text": data.decode()} if data.isascii() else {"b64": base64.b64encode(data).decode()}

    def _row(self, lines: list[dict[str, Any]], at: int, events: int, released: int, parse: int, handoff: int) -> None:
        held = self._total - (self._own if self._own is not None else released)
        if self._own is None and released < 0 and not events and not parse:
            if self._early is not None:  # it may be told later that all was held until now
                self._early.append((at, self._total))
                if len(self._early) > self.MOST:
                    del self._early[::2]
            return
        self._head(lines)
        known = self._own is not None or released >= 0
        for early, total in self._early or ():
            if known or events:
                held_then = {"held_bytes": total} if known else {}
                lines.append({"row": {"t_ms": self._ms(early), "chunk_bytes": total - self._rowed, **held_then, "parsed": 0}})
                self._rowed = total
        self._early = None
        row: dict[str, Any] = {"t_ms": self._ms(at), "chunk_bytes": self._total - self._rowed}
        if known:
            row["held_bytes"] = max(held, 0)
        row["parsed"] = events
        if parse:  # without it the way from read to handoff has no parts
            row["read_ms"], row["parse_ms"] = self._ms(self._last), self._ms(parse)
            if handoff:
                row["handoff_ms"] = self._ms(handoff)
        self._rowed = self._total
        lines.append({"row": row})

    def _end(self, lines: list[dict[str, Any]], at: int) -> None:
        if not self._ended:
            self._ended = True
            self._head(lines)
            lines.append({"eof_ms": self._ms(at)})

    def _head(self, lines: list[dict[str, Any]]) -> None:
        if self._headed:
            return
        self._headed = True
        self._mask = mask_for(self.content_type, self.coding)
        head: dict[str, Any] = {"heldbytes": "capture/1", "level": "read"}
        media = self.content_type.split(";")[0].strip().lower()
        if re.fullmatch(r"[a-z0-9.+-]+/[a-z0-9.+-]+", media):
            head["content_type"] = media
        if self.coding:
            head["content_encoding"] = self.coding
        if self.accept:
            head["accept_ms"] = self._ms(self.accept)
        lines.append(head)


def mask_for(content_type: str = "", content_encoding: str = "") -> Mask | None:
    """Returns the mask of a body, or None where nothing tells its content from its framing: only lengths can be kept."""
    if any(coding.strip().lower() not in ("", "identity") for coding in content_encoding.split(",")):
        return None
    tree, _, subtype = content_type.split(";")[0].strip().lower().partition("/")
    if tree in ("", "text"):
        return Mask()
    if tree != "application":
        return None
    if subtype.split("+")[0] in ("grpc", "grpc-web", "connect"):
        return GRPCMask()
    if subtype == "vnd.amazon.eventstream":
        return AWSMask()
    return Mask() if subtype in TEXT_TYPES or subtype.endswith(TEXT_SUFFIXES) else None


TEXT_TYPES = frozenset(("json x-ndjson ndjson jsonl x-jsonl json-lines jsonlines x-jsonlines json-seq stream+json javascript xml "
                        "x-www-form-urlencoded graphql").split())
TEXT_SUFFIXES = ("+json", "+xml", "+jsonl", "+ndjson", "+json-seq")
X, LF, CR, RS, BLANK, DIGITS, HEX = 120, 10, 13, 0x1E, frozenset(b" \t\v\f"), frozenset(b"0123456789"), frozenset(b"0123456789abcdefABCDEF")
LENGTH, LONGEST, DONE, BOM = b"content-length", 2**31 - 1, b"[DONE]", b"\xef\xbb\xbf"
HEARTBEATS = (b"ping", b"heartbeat", b"keepalive", b"keep-alive")
WORDS = {ord(w[:1]): w for w in (b"data", b"event", b"id", b"retry")}
LITERALS = {ord(w[:1]): w for w in (b"true", b"false", b"null")}
FREE = bytes(b if b in b" \t\v\f" else 48 if 48 <= b < 58 else X for b in range(256))
RUNS = {  # bytes behind which a place in a line is the same, to mask them at once
    "string": re.compile(rb'[^"\\\x00-\x1f]+'), "free": re.compile(rb"[^\r\n\x1e]+"),
    "token": re.compile(rb'(?:[{}\[\],: ]|"[^"\\\x00-\x1f]*"|true|false|null)+'),
}
STRING = re.compile(rb'"[^"]*"')


class Mask:
    """Masks text as heldbytes itself does. A call masks the next bytes of the body; where it is cut makes no difference.

    Line ends, blanks, the tokens of JSON and the names of SSE's fields stay; inside strings and in free text each byte
    becomes x, in numbers each digit 0.
    """

    def __init__(self) -> None:
        self._bom = True
        self._begin()

    def _begin(self) -> None:
        self._at, self._word, self._n = "line", b"", 0  # the place in a line; the word that is being matched, and how much of it
        self._cr = self._any = self._broke = False  # the byte before was CR; the header line has a byte, and a line end inside
        self._value, self._length, self._left = 0, -1, 0  # of a length; the one that was told; bytes of the body that it counts

    def __call__(self, data: bytes) -> bytes:
        out, i = bytearray(data), 0
        while i < len(data):
            n, run = 1, RUNS.get(self._at)
            found = run and not self._bom and run.match(data, i, i + self._left if self._left else len(data))
            if found:
                n = found.end() - i
                out[i:i + n] = self._run(found[0])
                self._any, self._cr = True, False
            else:
                out[i] = self._step(data[i])
            i += n
            if self._left:
                self._left -= n
                if not self._left:
                    self._begin()
        return bytes(out)

    def _run(self, data: bytes) -> bytes:
        if self._at == "token":
            return STRING.sub(lambda s: b'"' + b"x" * (len(s[0]) - 2) + b'"', data)
        return data.translate(FREE) if self._at == "free" else b"x" * len(data)

    def _step(self, c: int) -> int:
        if self._bom:
            if c == BOM[self._n]:
                self._n += 1
                if self._n == len(BOM):
                    self._bom, self._n = False, 0
                return c
            self._bom = False
            if self._n:
                self._at, self._n = "free", 0
        if self._cr and c == LF:
            self._cr = False
            self._end_header()
            return c
        if self._cr or c != CR:
            self._any = True
        self._cr = c == CR
        if c == RS:
            self._at = "value"
            return c
        if self._at == "header" and self._n == len(LENGTH) or self._at in ("named", "colon", "length", "counted"):
            return self._header(c)
        if c in (LF, CR):
            self._at = "line"
            return c
        at = self._at
        if at == "field":
            return self._field(c)
        if at == "header":
            if lower(c) == LENGTH[self._n]:
                self._n += 1
                return c
        elif at in ("event", "name"):
            return self._event(c)
        elif at == "done":
            if c == DONE[self._n]:
                self._n += 1
                if self._n == len(DONE):
                    self._at = "free"
                return c
            if self._n == 1:
                return self._token(c)
        elif at == "string":
            return self._string(c)
        elif at == "escape":
            if c in b'"\\/bfnrt':
                self._at = "string"
                return 110
            if c == 117:
                self._at, self._n = "hex", 4
                return c
        elif at == "hex":
            if c in HEX:
                self._n -= 1
                if not self._n:
                    self._at = "string"
                return 48
        elif at in NUMBERS:
            return self._number(c)
        elif at == "literal":
            if c == self._word[self._n]:
                self._n += 1
                if self._n == len(self._word):
                    self._at = "token"
                return c
        elif at != "free":
            return self._token(c)
        return self._free(c)

    def _free(self, c: int) -> int:
        self._at = "free"
        return FREE[c]

    def _word_begins(self, at: str, word: bytes, c: int) -> int:
        self._at, self._word, self._n = at, word, 1
        return c

    def _token(self, c: int) -> int:
        before, self._at = self._at, "token"
        if c in BLANK:
            self._at = {"line": "indent", "indent": "indent", "value": "value"}.get(before, "token")
        elif c == 91 and before not in ("token", "done"):
            self._at, self._n = "done", 1
        elif c in b"{}[],:":
            pass
        elif c in b'"-0':
            self._at = {34: "string", 45: "minus", 48: "zero"}[c]
        elif c in LITERALS:
            return self._word_begins("literal", LITERALS[c], c)
        elif c in DIGITS:
            self._at = "integer"
            return 49
        elif before == "line" and c in WORDS:
            return self._word_begins("field", WORDS[c], c)
        elif before in ("line", "indent") and lower(c) == LENGTH[0] and not self._left:
            return self._word_begins("header", LENGTH, c)
        else:
            return self._free(c)
        return c

    def _field(self, c: int) -> int:
        if self._n < len(self._word) and c == self._word[self._n]:
            self._n += 1
        elif self._n < len(self._word) or c != 58:
            return self._free(c)
        else:
            self._at = "event" if self._word == b"event" else "value"
        return c

    def _event(self, c: int) -> int:
        if self._at == "event":
            self._at, self._word = "name", b""
            if c == 32:
                return c
        self._word += bytes((c,))
        return c if any(name.startswith(self._word) for name in HEARTBEATS) else self._free(c)

    def _string(self, c: int) -> int:
        if c == 34:
            self._at = "token"
        elif c == 92:
            self._at = "escape"
        elif c < 32:
            self._at = "free"
            return c if c in BLANK else 1
        else:
            return X
        return c

    def _number(self, c: int) -> int:
        at, digit = self._at, c in DIGITS
        if at == "minus":
            return self._token(c) if digit else self._free(c)
        if at in ("point", "e", "sign"):
            if digit:
                self._at = "fraction" if at == "point" else "exponent"
                return 48
            if at == "e" and c in b"+-":
                self._at = "sign"
                return c
            return self._free(c)
        if digit and at != "zero":
            return 48
        if c == 46 and at in ("zero", "integer"):
            self._at = "point"
        elif lower(c) == 101 and at != "exponent":
            self._at = "e"
        else:
            self._at = "token"
            return self._token(c)
        return c

    def _header(self, c: int) -> int:
        if self._at == "header":
            self._at, self._broke = "named", False
        if c in BLANK or c in (LF, CR):
            self._broke = self._broke or c in (LF, CR)
            if self._at == "length":
                self._at = "counted"
        elif self._at == "named" and c == 58:
            self._at, self._value = "colon", 0
        elif self._at in ("colon", "length") and c in DIGITS:
            self._at, self._value = "length", min(10 * self._value + c - 48, LONGEST + 1)
        elif self._broke:
            self._at = "line"
            return self._token(c)
        else:
            return self._free(c)
        return c

    def _end_header(self) -> None:
        if self._at in ("length", "counted"):
            self._length = self._value
        if self._length >= 0 and not self._any and not self._left:
            if self._length <= LONGEST:
                self._left = self._length + 1  # with this LF
            self._length = -1
        self._at, self._any = "line", False


NUMBERS = frozenset(("minus", "point", "e", "sign", "zero", "integer", "fraction", "exponent"))


def lower(c: int) -> int:
    return c + 32 if 65 <= c <= 90 else c


class GRPCMask(Mask):
    """Masks messages behind a prefix of their length; the prefixes stay."""

    HEAD = 5

    def __init__(self) -> None:
        self._head, self._left = b"", 0.0  # of the frame; bytes of its content, without end where nothing tells it

    def __call__(self, data: bytes) -> bytes:
        out = b""
        while data:
            if self._left:
                n = int(min(self._left, len(data)))
                self._left -= n
                out += self._content(data[:n])
            else:
                n = self.HEAD - len(self._head)
                self._head += data[:n]
                out += data[:n]
                if len(self._head) == self.HEAD:
                    self._left, self._head = self._begins(self._head), b""
            data = data[n:]
        return out

    def _content(self, data: bytes) -> bytes:
        return b"x" * len(data)

    def _begins(self, head: bytes) -> float:
        size = int.from_bytes(head[1:], "big")
        return size if self.HEAD + size <= 64 << 20 else float("inf")


class AWSMask(GRPCMask):
    """Masks messages of application/vnd.amazon.eventstream; the preludes stay, a checksum is good if it was."""

    HEAD = 12
    _was = _is = 0  # the checksum of the bytes as they came, and as they are now

    def _begins(self, head: bytes) -> float:
        size, headers, check = struct.unpack(">III", head)
        payload = size - headers - self.HEAD - 4
        if zlib.crc32(head[:8]) != check or payload < 0 or payload > 24 << 20 or headers > 128 << 10:
            return float("inf")
        self._was = self._is = zlib.crc32(head)
        return size - self.HEAD

    def _content(self, data: bytes) -> bytes:
        left = self._left + len(data)  # the last four bytes are the checksum
        n = int(min(max(left - 4, 0), len(data)))
        self._was, self._is = zlib.crc32(data[:n], self._was), zlib.crc32(b"x" * n, self._is)
        tail = (self._was ^ self._is).to_bytes(4, "big")
        return b"x" * n + bytes(c ^ tail[4 - int(left) + i] for i, c in enumerate(data[n:], n))

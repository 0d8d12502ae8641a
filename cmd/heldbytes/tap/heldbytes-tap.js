/**
 * Records a stream that you read, for heldbytes: one file to copy, no dependencies, Node 18 or newer and browsers.
 *
 *     const tap = new Tap("run.jsonl");
 *     for await (const chunk of tap.wrap(stream)) { ...; tap.handoff(1, bytes); } // at each event that can be acted on
 *     await tap.close(); // or `await using tap`; and there are tap.fetch, tap.response(await fetch(url))
 *
 * then: heldbytes analyze run.jsonl. In the path of a read it appends to memory and does nothing else; a timer writes
 * the file, which is readable up to the last flush whatever ends the process. Where there is no room, samples are
 * dropped and counted. A browser has no files: there tap.blob() is what would stand in one. What is written has no
 * content: of the payload, lengths, line ends and the marks that framing needs. payload: "lines" leaves lengths and
 * line ends alone, "none" lengths alone, "raw" all there is.
 */

const fs = typeof process === "object" && process.versions?.node
  ? await import(/* webpackIgnore: true */ /* @vite-ignore */ "node:fs") : null;

const open = new Set(); // what ends the recordings that are open, with the process
if (fs) process.on("exit", () => open.forEach((end) => end()));

const PAYLOADS = ["mask", "lines", "none", "raw"];
const CHUNK = 0, ROW = 1, HELD = 2, END = 3, LOST = 4; // kinds of the entries that wait to be written
const ENTRY = 200; // bytes of memory that one takes, its payload aside
const MOST_EARLY = 10_000; // rows that are kept until the reader says what it holds

/** A recording of one stream. */
export class Tap {
  /** How many reads and rows found no room. */
  dropped = 0;

  #waiting = [];
  #room; #taken = 0; #lost = 0; #lostBytes = 0;
  #wrapped = false; #stale = false; #ended = false; #closed = false;
  #events = 0; #released = -1; #parse = 0; #handoff = 0;
  #writer; #timer;
  #exit = () => { this.#finish(); this.#writer.closeNow(); };

  /**
   * @param {string} [path] the file, written anew; a browser has none
   * @param {object} [options]
   * @param {"mask"|"lines"|"none"|"raw"} [options.payload] what is kept of the payload
   * @param {string} [options.contentType] the stream's, where no response says it
   * @param {number} [options.room] bytes of memory that may wait to be written; without a file, of all the recording
   * @param {number} [options.every] ms from flush to flush
   */
  constructor(path, { payload = "mask", contentType = "", room = 16 << 20, every = 100 } = {}) {
    if (!PAYLOADS.includes(payload)) throw new RangeError(`payload: read ${payload}, want one of ${PAYLOADS.join(", ")}`);
    this.#room = room;
    this.#writer = new Writer(fs && path !== undefined ? fs.openSync(path, "w") : null, payload, contentType);
    this.#timer = setInterval(() => this.#writer.flush(this.#waiting), every);
    this.#timer.unref?.();
    open.add(this.#exit);
  }

  /**
   * Returns stream with its reads recorded: a ReadableStream, or what for await takes. A tap records one stream;
   * another one is returned as it is.
   * @template T
   * @param {T} stream
   * @returns {T}
   */
  wrap(stream) {
    if (!this.#begin()) return stream;
    if (typeof stream.getReader === "function") return this.#readable(stream);
    const iterate = stream[Symbol.asyncIterator] ?? stream[Symbol.iterator];
    if (!iterate) throw new TypeError("tap.wrap: want a ReadableStream or what for await takes");
    const recorded = () => this.#iterate(iterate.call(stream));
    return new Proxy(stream, {
      get: (target, name) => {
        if (name === Symbol.asyncIterator) return recorded;
        const value = Reflect.get(target, name, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  }

  /**
   * Returns a response whose body is recorded as it is read, past the content coding. One with a status other than
   * 2xx, or without a body, is returned as it is.
   * @param {Response} response
   * @returns {Response}
   */
  response(response) {
    if (!response.ok || !response.body || !this.#begin()) return response;
    this.#writer.contentType = response.headers.get("content-type") ?? this.#writer.contentType;
    const recorded = new response.constructor(this.#readable(response.body), response);
    for (const name of ["url", "redirected", "type"]) Object.defineProperty(recorded, name, { value: response[name] });
    return recorded;
  }

  /** Is fetch, with its response recorded: for SDKs that take a fetch of one's own. */
  fetch = async (input, init) => this.response(await globalThis.fetch(input, init));

  /** Records bytes that came in, for readers that are called with them; null is the end. */
  read(chunk) {
    if (this.#stale && !this.#ended) this.#row(); // what is held now is held of all that came before
    if (chunk !== null) {
      const bytes = typeof chunk === "string" ? new TextEncoder().encode(chunk) : new Uint8Array(chunk);
      this.#stale = true;
      this.#put([CHUNK, performance.now(), bytes], bytes.length);
    } else if (!this.#ended) {
      this.#ended = true;
      this.#put([END, performance.now()], 0);
    }
  }

  /** Marks that an event is parsed. With it, marks split the way of events from read to handoff. */
  parse() {
    this.#parse = performance.now();
    this.#stale = true;
  }

  /**
   * Marks that n more events can be acted on. bytes is how many bytes of the stream were let go of with them,
   * separators and all; held bytes are then what came in and was not let go of.
   * @param {number} [n]
   * @param {number} [bytes]
   */
  handoff(n = 1, bytes) {
    this.#handoff = performance.now();
    this.#events += n;
    if (bytes !== undefined) this.#released = Math.max(this.#released, 0) + bytes;
    this.#stale = true;
  }

  /** Says how many of the bytes that came in the reader still holds, by its own account. */
  held(n) {
    this.#stale = true;
    this.#put([HELD, n], 0);
  }

  /** The recording so far, without a file: to be saved, or dropped on the page. */
  blob() {
    this.#writer.flush(this.#waiting);
    return new Blob(this.#writer.kept, { type: "application/jsonl" });
  }

  /** Ends the recording and writes what is left. */
  async close() {
    this.#finish();
    await this.#writer.close();
  }

  [Symbol.dispose ?? Symbol("dispose")]() { this.#exit(); }

  [Symbol.asyncDispose ?? Symbol("asyncDispose")]() { return this.close(); }

  #begin() {
    if (this.#wrapped) return false;
    this.#writer.accept = performance.now();
    return this.#wrapped = true;
  }

  #readable(stream) {
    const reader = stream.getReader();
    return new ReadableStream({
      pull: async (to) => {
        const { done, value } = await reader.read();
        this.read(done ? null : value);
        if (done) to.close(); else to.enqueue(value);
      },
      cancel: (why) => reader.cancel(why),
    }, { highWaterMark: 0 });
  }

  async *#iterate(iterator) {
    try {
      for (;;) {
        const { done, value } = await iterator.next();
        this.read(done ? null : value);
        if (done) return;
        yield value;
      }
    } finally {
      await iterator.return?.();
    }
  }

  #row() {
    this.#stale = false;
    this.#put([ROW, performance.now(), this.#events, this.#released, this.#parse, this.#handoff], 0);
    this.#parse = this.#handoff = 0;
  }

  #put(entry, size) {
    if (this.#taken + size + ENTRY - this.#writer.freed > this.#room) {
      this.dropped++;
      this.#lost++;
      this.#lostBytes += size;
      return;
    }
    this.#tellLost();
    this.#waiting.push(entry);
    this.#taken += size + ENTRY;
  }

  #tellLost() {
    if (this.#lost === 0) return;
    this.#waiting.push([LOST, performance.now(), this.#lost, this.#lostBytes]);
    this.#taken += ENTRY;
    this.#lost = this.#lostBytes = 0;
  }

  #finish() {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#timer);
    open.delete(this.#exit);
    if (this.#stale || this.#ended) this.#row();
    this.#tellLost();
    this.#writer.take(this.#waiting);
  }
}

/** Writes what waits as lines of the capture form. */
class Writer {
  contentType; accept = 0;
  freed = 0; // bytes of memory given back
  kept = []; // the lines, where there is no file

  #fd; #payload; #mask = null; // made once the content type is known
  #text = ""; #flight = null; #at = 0; #error = null; // to be written; being written; where in the file
  #headed = false; #start = performance.now();
  #total = 0; #rowed = 0; #last = 0; // bytes that came, and that rows cover; when the last chunk did
  #own = null; // bytes let go of, by the reader's own account
  #early = []; // time and total of rows before it gives one

  constructor(fd, payload, contentType) {
    this.#fd = fd;
    this.#payload = payload;
    this.contentType = contentType;
  }

  flush(waiting) {
    this.take(waiting);
    if (this.#fd === null) {
      if (this.#text) this.kept.push(this.#text);
      this.#text = "";
    } else if (!this.#flight) this.#write();
  }

  /** Makes lines of what waits. */
  take(waiting) {
    for (const [kind, ...entry] of waiting.splice(0)) {
      if (this.#fd !== null) this.freed += ENTRY + (kind === CHUNK ? entry[1].length : 0);
      if (kind === CHUNK) this.#chunk(...entry);
      else if (kind === ROW) this.#row(...entry);
      else if (kind === HELD) this.#own = this.#total - entry[0];
      else if (kind === END) this.#line({ eof_ms: this.#ms(entry[0]) });
      else {
        this.#total += entry[2];
        this.#line({ t_ms: this.#ms(entry[0]), dropped: entry[1], len: entry[2] });
        if (entry[2]) this.#mask = null; // behind bytes that it has not seen it would take content for framing
      }
    }
  }

  async close() {
    if (this.#fd === null) return this.flush([]);
    while ((this.#flight || this.#text) && !this.#error) {
      if (!this.#flight) this.#write();
      await this.#flight.written;
    }
    this.#shut();
  }

  /** Writes what is left at once: the process ends. */
  closeNow() {
    if (this.#fd === null) return this.flush([]);
    const left = Buffer.concat([this.#flight?.bytes ?? Buffer.alloc(0), Buffer.from(this.#text)]);
    this.#text = "";
    for (let n = 0; n < left.length && !this.#error;) n += fs.writeSync(this.#fd, left, n, left.length - n, this.#at + n);
    this.#shut();
  }

  #shut() {
    const fd = this.#fd, close = () => fs.closeSync(fd);
    if (this.#flight) this.#flight.written.then(close); // it still writes there, what stands there already
    else if (fd !== null) close();
    this.#fd = null;
    if (this.#error) throw this.#error;
  }

  #write() {
    if (!this.#text || this.#error) return;
    const fd = this.#fd, at = this.#at, bytes = Buffer.from(this.#text);
    this.#text = "";
    const written = new Promise((done) => {
      const on = (from) => fs.write(fd, bytes, from, bytes.length - from, at + from, (error, n) => {
        if (!error && from + n < bytes.length) return on(from + n);
        this.#error = error;
        this.#at += bytes.length;
        this.#flight = null;
        done();
      });
      on(0);
    });
    this.#flight = { bytes, written };
  }

  #ms(at) { return Number((at - this.#start).toFixed(6)); }

  #line(members) {
    this.#head();
    this.#text += JSON.stringify(members) + "\n";
  }

  #head() {
    if (this.#headed) return;
    this.#headed = true;
    this.#mask = maskFor(this.contentType);
    const head = { heldbytes: "capture/1", level: "read" };
    const media = this.contentType.split(";")[0].trim().toLowerCase();
    if (/^[a-z0-9.+-]+\/[a-z0-9.+-]+$/.test(media)) head.content_type = media;
    if (this.accept) head.accept_ms = this.#ms(this.accept);
    this.#line(head);
  }

  #chunk(at, bytes) {
    this.#head();
    this.#last = at;
    this.#total += bytes.length;
    this.#line({ t_ms: this.#ms(at), ...this.#shown(bytes) });
  }

  #shown(bytes) {
    if (this.#payload === "none" || this.#payload === "mask" && !this.#mask) return { len: bytes.length };
    if (this.#payload === "mask") this.#mask.apply(bytes);
    if (this.#payload === "lines") bytes.forEach((b, i) => { if (b !== 10 && b !== 13) bytes[i] = 120; });
    let text = "";
    for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
    return this.#payload === "raw" || bytes.some((b) => b > 127) ? { b64: btoa(text) } : { text };
  }

  #row(at, events, released, parse, handoff) {
    const own = this.#own ?? released, known = own >= 0;
    if (!known && events === 0 && parse === 0) {
      if (this.#early?.push([at, this.#total]) > MOST_EARLY) this.#early = this.#early.filter((_, i) => i % 2);
      return; // it may be told later that all was held until now
    }
    for (const [early, total] of (known || events > 0) && this.#early || []) {
      const held = known ? { held_bytes: total } : {};
      this.#line({ row: { t_ms: this.#ms(early), chunk_bytes: total - this.#rowed, ...held, parsed: 0 } });
      this.#rowed = total;
    }
    this.#early = null;
    const row = { t_ms: this.#ms(at), chunk_bytes: this.#total - this.#rowed };
    if (known) row.held_bytes = Math.max(this.#total - own, 0);
    row.parsed = events;
    if (parse) { // without it the way from read to handoff has no parts
      row.read_ms = this.#ms(this.#last);
      row.parse_ms = this.#ms(parse);
      if (handoff) row.handoff_ms = this.#ms(handoff);
    }
    this.#rowed = this.#total;
    this.#line({ row });
  }
}

/**
 * The mask of a body, or null where nothing tells its content from its framing: then lengths alone can be kept.
 * @param {string} [contentType]
 */
export function maskFor(contentType = "") {
  const [tree, subtype = ""] = contentType.split(";")[0].trim().toLowerCase().split("/");
  if (tree === "" || tree === "text") return new Mask();
  if (tree !== "application") return null;
  if (["grpc", "grpc-web", "connect"].includes(subtype.split("+")[0])) return new GRPCMask();
  if (subtype === "vnd.amazon.eventstream") return new AWSMask();
  return TEXT_TYPES.includes(subtype) || TEXT_SUFFIXES.some((end) => subtype.endsWith(end)) ? new Mask() : null;
}

const TEXT_TYPES = ["json", "x-ndjson", "ndjson", "jsonl", "x-jsonl", "json-lines", "jsonlines", "x-jsonlines", "json-seq",
  "stream+json", "javascript", "xml", "x-www-form-urlencoded", "graphql"];
const TEXT_SUFFIXES = ["+json", "+xml", "+jsonl", "+ndjson", "+json-seq"];
const X = 120, LF = 10, CR = 13, RS = 0x1e, COLON = 58, QUOTE = 34, BACKSLASH = 92, BRACKET = 91;
const codes = (text) => Array.from(text, (c) => c.charCodeAt(0));
const byFirst = (...words) => new Map(words.map((w) => [w.charCodeAt(0), codes(w)]));
const FIELDS = byFirst("data", "event", "id", "retry"), LITERALS = byFirst("true", "false", "null");
const PUNCTUATION = codes("{}[],:"), ESCAPES = codes('"\\/bfnrt'), DONE = codes("[DONE]"), BOM = [0xef, 0xbb, 0xbf];
const LENGTH = codes("content-length"), LONGEST = 2 ** 31 - 1;
const HEARTBEATS = ["ping", "heartbeat", "keepalive", "keep-alive"];
const NUMBERS = ["minus", "point", "e", "sign", "zero", "integer", "fraction", "exponent"];
const isBlank = (c) => c === 32 || c === 9 || c === 11 || c === 12;
const isDigit = (c) => c >= 48 && c <= 57;
const lower = (c) => (c >= 65 && c <= 90 ? c + 32 : c);
const isHex = (c) => isDigit(c) || lower(c) >= 97 && lower(c) <= 102;

/**
 * Masks text as heldbytes itself does: line ends, blanks, the tokens of JSON and the names of SSE's fields stay; inside
 * strings and in free text each byte becomes x, in numbers each digit 0.
 */
export class Mask {
  #bom = true;
  #at = "line"; #word = []; #n = 0; // the place in a line; the word that is being matched, and how much of it
  #cr = false; #any = false; #broke = false; // the byte before was CR; the header line has a byte, and a line end inside
  #value = 0; #length = -1; #left = 0; // of a length; the one that was told; bytes of the body that it counts

  /**
   * Masks the next bytes of the body in place; where it is cut makes no difference.
   * @param {Uint8Array} bytes
   */
  apply(bytes) {
    for (let i = 0; i < bytes.length; i++) {
      bytes[i] = this.#step(bytes[i]);
      if (this.#left > 0 && --this.#left === 0) {
        this.#at = "line"; this.#n = 0; this.#length = -1;
        this.#cr = this.#any = this.#broke = false;
      }
    }
  }

  #step(c) {
    if (this.#bom) {
      if (c === BOM[this.#n]) {
        if (++this.#n === BOM.length) { this.#bom = false; this.#n = 0; }
        return c;
      }
      this.#bom = false;
      if (this.#n > 0) { this.#n = 0; this.#at = "free"; }
    }
    if (this.#cr && c === LF) {
      this.#cr = false;
      this.#endHeader();
      return c;
    }
    if (this.#cr || c !== CR) this.#any = true;
    this.#cr = c === CR;
    if (c === RS) { this.#at = "value"; return c; }
    const at = this.#at;
    if (at === "header" && this.#n === LENGTH.length || at === "named" || at === "colon" || at === "length" || at === "counted") return this.#header(c);
    if (c === LF || c === CR) { this.#at = "line"; return c; }
    switch (at) {
      case "string": return this.#string(c);
      case "free": return this.#free(c);
      case "field": return this.#field(c);
      case "event": case "name": return this.#event(c);
      case "header":
        if (lower(c) !== LENGTH[this.#n]) return this.#free(c);
        this.#n++;
        return c;
      case "done":
        if (c === DONE[this.#n]) {
          if (++this.#n === DONE.length) this.#at = "free";
          return c;
        }
        return this.#n === 1 ? this.#token(c) : this.#free(c);
      case "escape":
        if (ESCAPES.includes(c)) { this.#at = "string"; return 110; }
        if (c !== 117) return this.#free(c);
        this.#at = "hex"; this.#n = 4;
        return c;
      case "hex":
        if (!isHex(c)) return this.#free(c);
        if (--this.#n === 0) this.#at = "string";
        return 48;
      case "literal":
        if (c !== this.#word[this.#n]) return this.#free(c);
        if (++this.#n === this.#word.length) this.#at = "token";
        return c;
      default: return NUMBERS.includes(at) ? this.#number(c) : this.#token(c);
    }
  }

  #free(c) {
    this.#at = "free";
    return isBlank(c) ? c : isDigit(c) ? 48 : X;
  }

  #begin(at, word, c) {
    this.#at = at; this.#word = word; this.#n = 1;
    return c;
  }

  #token(c) {
    const before = this.#at, starts = before === "line" || before === "indent";
    this.#at = "token";
    if (isBlank(c)) {
      if (starts) this.#at = "indent"; else if (before === "value") this.#at = "value";
    } else if (c === BRACKET && before !== "token" && before !== "done") {
      this.#at = "done"; this.#n = 1;
    } else if (PUNCTUATION.includes(c)) {
      return c;
    } else if (c === QUOTE) this.#at = "string";
    else if (c === 45) this.#at = "minus";
    else if (c === 48) this.#at = "zero";
    else if (LITERALS.has(c)) this.#begin("literal", LITERALS.get(c), c);
    else if (isDigit(c)) { this.#at = "integer"; return 49; }
    else if (before === "line" && FIELDS.has(c)) this.#begin("field", FIELDS.get(c), c);
    else if (starts && lower(c) === LENGTH[0] && this.#left === 0) this.#begin("header", LENGTH, c);
    else return this.#free(c);
    return c;
  }

  #field(c) {
    if (this.#n < this.#word.length && c === this.#word[this.#n]) this.#n++;
    else if (this.#n < this.#word.length || c !== COLON) return this.#free(c);
    else this.#at = this.#word[0] === 101 ? "event" : "value";
    return c;
  }

  #event(c) {
    if (this.#at === "event") {
      this.#at = "name"; this.#word = "";
      if (c === 32) return c;
    }
    this.#word += String.fromCharCode(c);
    return HEARTBEATS.some((name) => name.startsWith(this.#word)) ? c : this.#free(c);
  }

  #string(c) {
    if (c === QUOTE) this.#at = "token";
    else if (c === BACKSLASH) this.#at = "escape";
    else if (c < 32) { this.#at = "free"; return isBlank(c) ? c : 1; }
    else return X;
    return c;
  }

  #number(c) {
    const at = this.#at, digit = isDigit(c);
    if (at === "minus") return digit ? this.#token(c) : this.#free(c);
    if (at === "point" || at === "e" || at === "sign") {
      if (digit) { this.#at = at === "point" ? "fraction" : "exponent"; return 48; }
      if (at !== "e" || c !== 43 && c !== 45) return this.#free(c);
      this.#at = "sign";
      return c;
    }
    if (digit && at !== "zero") return 48;
    if (c === 46 && (at === "zero" || at === "integer")) this.#at = "point";
    else if (lower(c) === 101 && at !== "exponent") this.#at = "e";
    else { this.#at = "token"; return this.#token(c); }
    return c;
  }

  #header(c) {
    if (this.#at === "header") { this.#at = "named"; this.#broke = false; }
    const end = c === LF || c === CR;
    if (isBlank(c) || end) {
      this.#broke ||= end;
      if (this.#at === "length") this.#at = "counted";
    } else if (this.#at === "named" && c === COLON) {
      this.#at = "colon"; this.#value = 0;
    } else if ((this.#at === "colon" || this.#at === "length") && isDigit(c)) {
      this.#at = "length"; this.#value = Math.min(10 * this.#value + c - 48, LONGEST + 1);
    } else if (this.#broke) {
      this.#at = "line";
      return this.#token(c);
    } else return this.#free(c);
    return c;
  }

  #endHeader() {
    if (this.#at === "length" || this.#at === "counted") this.#length = this.#value;
    if (this.#length >= 0 && !this.#any && this.#left === 0) {
      if (this.#length <= LONGEST) this.#left = this.#length + 1; // with this LF
      this.#length = -1;
    }
    this.#at = "line"; this.#any = false;
  }
}

/** Masks messages behind a prefix of their length; the prefixes stay. */
class GRPCMask {
  size = 5;
  left = 0; // bytes of the message, without end where nothing tells it
  #head = [];

  apply(bytes) {
    for (let i = 0; i < bytes.length;) {
      if (this.left > 0) {
        const n = Math.min(this.left, bytes.length - i);
        this.content(bytes.subarray(i, i + n));
        this.left -= n;
        i += n;
      } else if (this.#head.push(bytes[i++]) === this.size) {
        this.left = this.begin(Uint8Array.from(this.#head));
        this.#head = [];
      }
    }
  }

  content(bytes) { bytes.fill(X); }

  begin(head) {
    const size = new DataView(head.buffer).getUint32(1);
    return size + 5 <= 64 << 20 ? size : Infinity;
  }
}

/** Masks messages of application/vnd.amazon.eventstream; the preludes stay, a checksum is good if it was. */
class AWSMask extends GRPCMask {
  size = 12;
  #was = 0; #is = 0; // the checksum of the bytes as they came, and as they are now

  content(bytes) {
    for (let i = 0; i < bytes.length; i++, this.left--) { // it counts down here, to tell the checksum's bytes
      if (this.left > 4) {
        this.#was = crc32(this.#was, bytes.subarray(i, i + 1));
        bytes[i] = X;
        this.#is = crc32(this.#is, bytes.subarray(i, i + 1));
      } else bytes[i] ^= (this.#was ^ this.#is) >>> (8 * (this.left - 1));
    }
    this.left += bytes.length;
  }

  begin(head) {
    const [size, headers, check] = [0, 4, 8].map((at) => new DataView(head.buffer).getUint32(at)), payload = size - headers - 16;
    if (crc32(0, head.subarray(0, 8)) !== check || payload < 0 || payload > 24 << 20 || headers > 128 << 10) return Infinity;
    this.#was = this.#is = crc32(0, head);
    return size - 12;
  }
}

/** CRC-32 of bytes that follow others, whose checksum is given. */
function crc32(crc, bytes) {
  crc = ~crc;
  for (const b of bytes) {
    crc ^= b;
    for (let i = 0; i < 8; i++) crc = crc >>> 1 ^ (crc & 1 && 0xedb88320);
  }
  return ~crc >>> 0;
}

package capture_test

import (
	"bytes"
	"fmt"
	"time"
)

// trace writes what curl would (src/tool_cb_dbg.c).
type trace struct {
	bytes.Buffer
	text    bool          // --trace-ascii
	untimed bool          // no --trace-time
	at      time.Duration // of the day
	ids     string        // "[0-0] " with --trace-ids
}

func (w *trace) start(rest string, args ...any) {
	if !w.untimed {
		s := w.at / time.Second
		fmt.Fprintf(w, "%02d:%02d:%02d.%06d ", s/3600%24, s/60%60, s%60, w.at%time.Second/time.Microsecond)
	}
	fmt.Fprintf(w, w.ids+rest+"\n", args...)
}

func (w *trace) item(kind, data string) {
	w.start("%s, %d bytes (0x%x)", kind, len(data), len(data))
	shown := func(c byte) byte {
		if c < 0x20 || c >= 0x7f {
			return '.'
		}
		return c
	}
	width := 16
	if w.text {
		width = 64
	}
	for i := 0; i < len(data); i += width {
		fmt.Fprintf(w, "%04x: ", i)
		if !w.text {
			for c := range width {
				if i+c < len(data) {
					fmt.Fprintf(w, "%02x ", data[i+c])
				} else {
					w.WriteString("   ")
				}
			}
		}
		for c := 0; c < width && i+c < len(data); c++ {
			if w.text && i+c+1 < len(data) && data[i+c:i+c+2] == "\r\n" {
				i += c + 2 - width
				break
			}
			w.WriteByte(shown(data[i+c]))
			if w.text && i+c+2 < len(data) && data[i+c+1:i+c+3] == "\r\n" {
				i += c + 3 - width
				break
			}
		}
		w.WriteByte('\n')
	}
}

// request writes a request and the head of its response.
func (w *trace) request(request string, head ...string) {
	w.item("=> Send header", request+" HTTP/1.1\r\nHost: h\r\n\r\n")
	w.head(head...)
}

func (w *trace) head(head ...string) {
	for _, h := range append(head, "") {
		w.item("<= Recv header", h+"\r\n")
	}
}

func (w *trace) data(s string) { w.item("<= Recv data", s) }

func (w *trace) read() recording { return readString(w.String()) }

package figure_test

import (
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/figure"
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// advance are the widths of the characters from space to tilde in DejaVu Sans,
// one of the widest fonts that stand behind system-ui, in thousandths of an em.
var advance = [...]int{
	317, 400, 459, 837, 636, 950, 779, 274, 390, 390, 500, 837, 317, 360, 317, 336,
	636, 636, 636, 636, 636, 636, 636, 636, 636, 636, 336, 336, 837, 837, 837, 530,
	1000, 684, 686, 698, 770, 631, 575, 774, 751, 294, 294, 655, 557, 862, 748, 787,
	603, 787, 694, 634, 610, 731, 684, 988, 685, 610, 685, 390, 336, 390, 837, 500,
	500, 612, 634, 549, 634, 615, 352, 634, 633, 277, 277, 579, 277, 974, 633, 611,
	634, 634, 411, 520, 392, 633, 591, 817, 591, 591, 524, 636, 336, 636, 837,
}

// box is the place of a text, in tenths of a pixel.
type box struct {
	left, right, top, bottom int
	text                     string
}

func boxOf(t testing.TB, n node) box {
	w := 0
	for _, r := range n.text {
		if i := int(r) - ' '; i < len(advance) {
			w += advance[i]
		} else {
			w += 1000
		}
	}
	w = w * 12 / 100
	if n.attrs["font-weight"] != "" {
		w = w * 110 / 100
	}
	x, y := n.int(t, "x")*10, n.int(t, "y")*10
	switch n.attrs["text-anchor"] {
	case "middle":
		x -= w / 2
	case "end":
		x -= w
	}
	return box{x, x + w, y - 95, y + 30, n.text}
}

// checkTexts finds texts that touch each other or the edge.
func checkTexts(t testing.TB, nodes []node) {
	t.Helper()
	width, height := nodes[0].int(t, "width")*10, nodes[0].int(t, "height")*10
	var boxes []box
	for _, n := range named(nodes, "text") {
		b := boxOf(t, n)
		if b.left < 0 || b.right > width || b.top < 0 || b.bottom > height {
			t.Errorf("%q is cut: %v in %d by %d", b.text, b, width, height)
		}
		for _, a := range boxes {
			if a.left < b.right+20 && b.left < a.right+20 && a.top < b.bottom && b.top < a.bottom {
				t.Errorf("%q touches %q: %v, %v", a.text, b.text, a, b)
			}
		}
		boxes = append(boxes, b)
	}
}

// words is a table of a language that is set wide.
var words = figure.Labels{
	Held: "保留的%s", Bytes: "字节", Chunk: figure.Axis{Millis: "自首个块起的毫秒数", Seconds: "自首个块起的秒数", Untimed: "块"},
	Row: figure.Axis{Millis: "自首行起的毫秒数", Seconds: "自首行起的秒数", Untimed: "行"}, Points: figure.Count{One: "%s 行", Many: "%s 行"},
	Why: "原因", Empty: "没有块", Comma: "，",
	Chunks: figure.Count{One: "%s 个块", Many: "%s 个块"}, Peak: figure.Count{One: "最多保留 %s 字节", Many: "最多保留 %s 字节"},
	NoStall: "无停顿", OneStall: "1 次停顿，%s", Stalls: "%s 次停顿", Longest: "最长 %s", Duration: "%s 毫秒", InAll: "共 %s",
	Rules:  map[replay.RuleKind]string{replay.Observed: "实测", replay.AtClose: "事件结束时", replay.ReadAll: "流结束时"},
	Causes: [...]string{"释放", "未完", "填充", "空闲"}, Lanes: [...]string{"接受 → 读取", "读取 → 解析", "解析 → 交付"}, Before: "之前", After: "之后", Block: "每块 %s", Lag: figure.Count{One: "落后 %s", Many: "落后 %s"},
	Meanings: [...]string{"已完成而未释放", "已开始而未完成", "不属于事件", "无保留"},
}

func TestTextsNeverTouch(t *testing.T) {
	figures := map[string]*figure.Figure{
		"pair": pair(), "upstream": upstream(), "keeps-bad": keepsBad(), "late": late(), "coded": coded(), "single": single(),
		"untimed": untimed(), "nothing": {}, "many stalls": manyStalls(), "rules": rules(), "before and after": fixed(), "lanes": marked(),
		"hours and GiB":  scaled(pair(), 36000, 1<<27),
		"microseconds":   shifted(squeezed(pair(), 1000), -1_000_000*ms),
		"years and EiB":  scaled(pair(), 1_000_000_000, 1<<52),
		"far from zero":  shifted(upstream(), 123_456_789_012*ms),
		"negative times": shifted(late(), -2000*ms),
	}
	for name, f := range figures {
		t.Run(name, func(t *testing.T) {
			for width := 240; width <= 1600; width += 19 {
				for _, o := range []figure.Options{{}, {Labels: &words}, {Bare: true}} {
					o.Width = width
					checkTexts(t, parse(t, draw(t, f, o)))
					if t.Failed() {
						t.Fatalf("%+v", o)
					}
				}
			}
		})
	}
}

// manyStalls has more stalls than there is room for labels.
func manyStalls() *figure.Figure {
	f := pair()
	f.Stalls = nil
	for i := range 28 {
		f.Stalls = append(f.Stalls, stall(i*50, i*50+50-i%9, i%4, (i+1)%4, (i+2)%4, (i+3)%4))
	}
	var why []diagnose.Stretch
	for i := range 1400 {
		why = append(why, diagnose.Stretch{From: time.Duration(i) * ms, To: time.Duration(i+1) * ms, Cause: diagnose.Cause(i / 100 % 4)})
	}
	f.Why = strip(why)
	return f
}

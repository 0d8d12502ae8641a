package chinese

// report is what the report says that is a file of its own, and what the page
// says as it makes one.
var report = map[string]string{
	"Report":             "报告",
	"Making the report.": "正在生成报告。",
	"This browser could not draw the graph as a PNG; the SVG has the same graph.":                                    "这个浏览器无法把图形画成 PNG；SVG 里是同样的图形。",
	"%s: read several of --json, --csv -, --svg -, --png -, --html - and --link -, want one for standard output: %w": "%s：--json、--csv -、--svg -、--png -、--html - 和 --link - 读到了不止一个，标准输出只能给一个：%w",

	// the graph and its cursor
	"Cursor":          "光标",
	"time, ms":        "时间，ms",
	"received, bytes": "收到，字节",
	"then":            "随后",
	"the event":       "事件",
	"begun":           "已开始",
	"closed":          "已闭合",
	"sentinel":        "结束标志",
	"heartbeat":       "心跳",
	"block":           "块",
	"EOF":             "EOF",
	"Move over the graph, or use the arrow keys; with Shift they go from stall to stall. Held bytes are those just before and just after release.": "在图形上移动指针，或用方向键；加 Shift 逐次停顿移动。占用字节分别是释放前一刻和释放后一刻的。",
	"Of {all} points the cursor stops at {kept}: where most was held in each stretch of them, and at its end. The graph shows all.":                "共 {all} 个点，光标停在其中 {kept} 个：每一段里占用最多的点，以及它的末尾。图形显示全部。",

	// how it was read
	"How it was read":              "读取方式",
	"Format":                       "格式",
	"Exchange":                     "交互",
	"{exchange} of {exchanges}":    "第 {exchange} 个，共 {exchanges} 个",
	"Where its clock stood":        "时钟所在",
	"Times":                        "时间",
	"made up":                      "人为设定",
	"as recorded":                  "如录制所记",
	"Bytes":                        "字节",
	"none: no close is known":      "无：不知道闭合在哪里",
	"asked for":                    "指定的",
	"detected":                     "自动检测",
	"Events that closed":           "已闭合的事件",
	"Of these bad":                 "其中损坏",
	"Largest event, bytes":         "最大的事件，字节",
	"Open at the end, bytes":       "结束时未闭合，字节",
	"Content coding":               "内容编码",
	"taken off":                    "已解码",
	"not taken off":                "未解码",
	"coded bytes":                  "编码后的字节",
	"Rows of the reader":           "读取器的行",
	"Wait for the first chunk, ms": "等待第一个数据块，ms",
	"EOF at, ms":                   "EOF 时刻，ms",

	// what can be taken from it
	"The timeline as CSV":               "CSV 格式的时间线",
	"The timeline as CSV, {n row rows}": "CSV 格式的时间线，{n} 行",
	"The timeline has {n row rows}, too many to stand here; heldbytes analyze --csv writes it.": "时间线有 {n} 行，太多，这里放不下；heldbytes analyze --csv 会写出它。",
	"Save": "保存",
	"and {n} more; heldbytes analyze --json lists all of them": "还有 {n} 个；heldbytes analyze --json 会列出全部",
	"Made by heldbytes from numbers only: no payload, no names, no addresses. This file loads nothing and sends nothing. Lengths can still tell a story.": "由 heldbytes 只用数字生成：没有载荷，没有名称，没有地址。这个文件不加载也不发送任何东西。但长度仍可能透露内容。",
}

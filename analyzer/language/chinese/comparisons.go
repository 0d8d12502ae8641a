package chinese

// comparisons are the sentences of several captures of one stream.
var comparisons = map[string]string{
	"compare.headline.held-between":       "事件在捕获点 {first} 和 {second} 之间被占用，最久 {wait_ms}。",
	"compare.headline.held-between.bytes": "字节在捕获点 {first} 和 {second} 之间被占用，最久 {wait_ms}。",
	"compare.headline.held-between.end":   "流的结尾在捕获点 {first} 和 {second} 之间被占用，共 {wait_ms}。",
	"compare.headline.passes-on":          "没有哪一跳把事件占用很久：捕获点 {last} 所等的，那时也还没有到捕获点 1。",
	"compare.headline.no-stall":           "直到捕获点 {last} 都没有停顿。",
	"compare.headline.stalls":             "捕获点 {last} 处有 {stalls} 次停顿，共 {whole_ms}：",
	"compare.place.before":                "捕获点 1 之前 {place_ms}",
	"compare.place.hop":                   "捕获点 {first} 和 {second} 之间 {place_ms}",
	"compare.place.open":                  "捕获点 {first} 和 {second} 之间的部分事件或填充 {place_ms}",

	"compare.held-between":       "{events} 个事件从在捕获点 {first} 闭合到在捕获点 {second} 闭合用了 {stall_ms} 或更久，最久 {wait_ms}；其间最多有 {held} 字节。",
	"compare.held-between.bytes": "{bytes} 字节从捕获点 {first} 到捕获点 {second} 用了 {stall_ms} 或更久，最久 {wait_ms}；其间最多有 {held} 字节。",
	"compare.held-between.end":   "所有字节都立即传了下去，但流的结尾从捕获点 {first} 到捕获点 {second} 用了 {wait_ms}。",
	"compare.held-between.stuck": "最后仍有 {stuck} 字节没有出来。",
	"compare.passes-on":          "点与点之间没有什么用了 {stall_ms} 或更久。停顿中的 {before_ms} 里，捕获点 {last} 所等的都还没有到捕获点 1。",
	"compare.passes-on.open":     "在 {open_ms} 里，其间只有部分事件或填充，其余的还没有到捕获点 1。",
	"compare.no-stall":           "点与点之间没有什么用了 {stall_ms} 或更久，事件到达捕获点 {last} 也没有间隔：使读取器停顿的原因在它之后。",

	"compare.clock.shared":   "捕获点 {first} 和 {second}：假定为同一个时钟，如在同一台主机上；取第二个比第一个快 {offset_ms}。",
	"compare.clock.rough":    "捕获点 {first} 和 {second}：假定为同一个时钟，如在同一台主机上，误差在一秒以内，因为 curl 的跟踪可能差这么多；取第二个比第一个快 {offset_ms}，使最快的字节用时最短。",
	"compare.clock.given":    "捕获点 {first} 和 {second}：按要求，第二个的时钟减去第一个的时钟取为 {offset_ms}。",
	"compare.clock.quickest": "捕获点 {first} 和 {second} 没有共同的时钟：对齐方式是让最快的字节用时 0 ms。所有字节共同花费的时间看不出来。",
	"compare.clock.early":    "字节到捕获点 {second} 会比到捕获点 {first} 最多早 {early_ms}：已把捕获点 {second} 的时间推后这么多。",
	"compare.clock.swapped":  "每个字节到捕获点 {second} 都会早于捕获点 {first}，最多早 {early_ms}：捕获的顺序可能反了。已把捕获点 {second} 的时间推后这么多。",
	"compare.clock.apart":    "连最快的字节从捕获点 {first} 到捕获点 {second} 也用了 {quickest_ms}：要么每个字节都被占用了这么久，要么两个时钟相差这么多。",
	"compare.match.bytes":    "有的捕获只有长度：字节只按数量对应。",
	"compare.match.longer":   "捕获点 {point} 比捕获点 1 多 {bytes} 字节：多出的没有采用。",
	"compare.match.cut":      "捕获点 {point} 处的捕获比捕获点 1 少 {bytes} 字节就结束了，没有 EOF：{end_ms} 之后没有比较。",
	"compare.match.short":    "流在捕获点 {point} 处比捕获点 1 少 {bytes} 字节就结束了：{end_ms} 之后没有比较。",
}

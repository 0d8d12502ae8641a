package chinese

// results say what turning the knob would change.
var results = map[string]string{
	"result.observed.both":        "在同样的 {chunks} 个数据块上，改为在事件闭合时释放，而不是{either}，可以把峰值占用字节从 {peak} 降到 {floor}，并把第一个事件从 {first_ms} 提前到 {floor_ms}。",
	"result.observed.both.never":  "在同样的 {chunks} 个数据块上，改为在事件闭合时释放，而不是{either}，可以把峰值占用字节从 {peak} 降到 {floor}，并在 {floor_ms} 释放第一个事件。",
	"result.observed.peak":        "在同样的 {chunks} 个数据块上，改为在事件闭合时释放，而不是{either}，可以把峰值占用字节从 {peak} 降到 {floor}。",
	"result.observed.first":       "在同样的 {chunks} 个数据块上，改为在事件闭合时释放，而不是{either}，可以把第一个事件从 {first_ms} 提前到 {floor_ms}。",
	"result.observed.first.never": "在同样的 {chunks} 个数据块上，改为在事件闭合时释放，而不是{either}，可以在 {floor_ms} 释放第一个事件。",
	"result.observed.wait":        "在同样的 {chunks} 个数据块上，改为在事件闭合时释放，而不是{either}，可以把等得最久的事件提前 {wait_ms}。",
	"result.if.both":              "如果你的读取器在等 EOF，改为在事件闭合时释放，可以把峰值占用字节从 {peak} 降到 {floor}，并把第一个事件从 {first_ms} 提前到 {floor_ms}。",
	"result.if.both.never":        "如果你的读取器在等 EOF，改为在事件闭合时释放，可以把峰值占用字节从 {peak} 降到 {floor}，并在 {floor_ms} 释放第一个事件。",
	"result.if.peak":              "如果你的读取器在等 EOF，改为在事件闭合时释放，可以把峰值占用字节从 {peak} 降到 {floor}。",
	"result.if.first":             "如果你的读取器在等 EOF，改为在事件闭合时释放，可以把第一个事件从 {first_ms} 提前到 {floor_ms}。",
	"result.if.first.never":       "如果你的读取器在等 EOF，改为在事件闭合时释放，可以在 {floor_ms} 释放第一个事件。",
	"result.if.wait":              "如果你的读取器在等 EOF，改为在事件闭合时释放，可以把等得最久的事件提前 {wait_ms}。",

	"check.held":    "占用字节达到 {peak}，超过了允许的 {most}。",
	"check.release": "有事件在闭合后 {wait_ms} 才交付，超过了允许的 {most_ms}。",

	"experiment.setup":           "两个读取器在同一个进程里接收同样的 {chunks} 个数据块，共 {bytes} 字节。它们之间只有一个旋钮不同：释放的时刻。",
	"experiment.elsewhere.not":   "没有在这台机器上执行：没有结果。",
	"experiment.elsewhere.floor": "结果要拿一个读取器与在事件闭合时释放的读取器相比，而这些运行里没有后者：没有结果。",
	"experiment.how":             "首次交付用三种方式给出：在它之前的工作用了多少 ms、它发生在哪个数据块之后，以及那个数据块的时间。这些时间只是数据：运行时并不等待它们。",

	"elsewhere.early":   "在事件闭合时释放可以让事件保持完整，但不会让任何事件更早释放。",
	"elsewhere.stall":   "不是释放时刻的问题：更早释放不会有任何改善。停顿出在别处。",
	"elsewhere.none":    "更早释放不会有任何改善，而且没有停顿。",
	"elsewhere.read":    "更早释放不会有任何改善：等待发生在读取之前。",
	"elsewhere.handoff": "更早释放不会有任何改善：等待发生在解析之后。",
	"elsewhere.untimed": "更早释放不会降低占用；没有时间，无法说得更多。",
	"elsewhere.unknown": "从这份录制看不出更早释放会改善什么。",
}

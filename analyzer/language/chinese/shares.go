package chinese

// shares is what a host of shared timelines refuses.
var shares = map[string]string{
	"share: no such timeline":                      "share：没有这样的时间线",
	"filestore: %w":                                "存储：%w",
	"filestore: %s: %w":                            "存储：%s：%w",
	"filestore: another program has the file open": "存储：另一个程序正打开着这个文件",
	"filestore: that id is taken":                  "存储：这个编号已被占用",
	"filestore: what is kept is damaged":           "存储：保存的内容已损坏",
	"no such timeline: it was deleted, its time is up, or it never was": "没有这样的时间线：已被删除、已到期，或从未有过",
	"that is not the delete token of this timeline":                     "这不是该时间线的删除令牌",
	"the body ended before its end":                                     "正文在结束之前就中断了",
	"the host cannot make its page: try again later":                    "主机无法生成页面：请稍后再试",
	"the host cannot reach what it keeps: try again later":              "主机无法访问它保存的内容：请稍后再试",
	"the host failed on this request":                                   "主机处理这个请求时出错",
	"there is nothing at this address":                                  "这个地址没有内容",
	"this address does not take that method":                            "这个地址不接受该方法",
	"too many requests, want fewer: try again later":                    "请求太多，应减少：请稍后再试",
	"want a Host that is a name or an address":                          "Host 应为名称或地址",
	"want a body of the type text/csv, in UTF-8 and not compressed":     "正文类型应为 text/csv，用 UTF-8，不压缩",
	"want a timeline of at most 1,048,576 bytes":                        "时间线应不超过 1,048,576 字节",
	"want days from 1 to 365":                                           "天数应为 1 到 365",
	"want no other parameters than this address has, each once":         "不应有这个地址之外的参数，每个只能出现一次",
	"want stall in ms from 1 to 1,000,000,000":                          "stall 应为 1 到 1,000,000,000 的毫秒数",
	"want text in UTF-8, not compressed":                                "应为 UTF-8 文本，不压缩",
	"want the delete token, as Authorization: Bearer TOKEN":             "应给出删除令牌，写作 Authorization: Bearer TOKEN",
	"want the rows of one run, with one header":                         "应为一次运行的行，只有一个表头",
}

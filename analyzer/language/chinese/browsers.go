package chinese

// browsers are errors of what browsers record.
var browsers = map[string]string{
	"a HAR without a body or the time of a chunk in its entries (%d)":                                              "条目（%d 个）中没有响应体、也没有数据块时间的 HAR",
	"one whose export had the bodies in it, or another recording with the time of each read: %s":                   "导出时带响应体的 HAR，或另一份有每次读取时间的录制：%s",
	"a NetLog of %d events without a read of a response body":                                                      "有 %d 个事件而没有读取响应体的 NetLog",
	"the requests of the page: start logging before they are made, and keep the page open until it is stopped: %s": "页面的请求：在请求发出之前开始记录，停止记录之前保持页面打开：%s",
	"constants with logEventTypes": "含 logEventTypes 的 constants",
	"the constants as an object":   "对象形式的 constants",
	"the constants before the events, as Chrome writes them: they say what the numbers mean": "constants 在 events 之前，如 Chrome 所写：它们说明数字的含义",
	"timeTickOffset as a number of milliseconds":                                             "毫秒数 timeTickOffset",
	"a log of the DevTools protocol with %d records and no read of a response body":          "有 %d 条记录而没有读取响应体的 DevTools 协议日志",
	"Network.dataReceived, after Network.enable: %s":                                         "Network.enable 之后的 Network.dataReceived：%s",
	"a performance trace of %d events without a read of a response body":                     "有 %d 个事件而没有读取响应体的性能跟踪",
	"ResourceReceivedData, of the category devtools.timeline: %s":                            "devtools.timeline 类别的 ResourceReceivedData：%s",
	"fixtures without a time":                                     "没有时间的 fixture",
	"recordedTimings, as aimock --record writes them for streams": "recordedTimings，如 aimock --record 为流所写",
}

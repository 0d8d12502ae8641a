package chinese

// panel is what the page says of sharing.
var panel = map[string]string{
	"Share":                    "分享",
	"Shared timeline":          "分享的时间线",
	"Loading what was shared.": "正在加载分享的内容。",
	"The host did not answer, so what was shared is not here. Reload the page to ask once more.": "主机没有应答，所以这里没有分享的内容。重新加载页面可再问一次。",
	"What was shared here is no longer there: it was deleted, or its time is over.":              "这里分享的内容已经不在了：它被删除了，或者已经过期。",
	"The host was asked too often. Wait a minute and reload the page.":                           "对主机的请求太频繁。请等一分钟再重新加载页面。",
	"The host answered %s instead of what was shared.":                                           "主机回答了 %s，而不是分享的内容。",
}

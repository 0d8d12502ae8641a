package chinese

// links are errors of links that carry a recording.
var links = map[string]string{
	"link":                                   "链接",
	"this is no link that holds a recording": "这不是带有录制的链接",
	"the link is of another version of heldbytes":        "这个链接属于另一版本的 heldbytes",
	"the link is not whole; copy it again, to its end":   "链接不完整；请重新复制到末尾",
	"the link is damaged; copy it again":                 "链接已损坏；请重新复制",
	"the link holds more than one may":                   "链接所含超出允许的大小",
	"this is too long for a link; hand it over as a CSV": "这对链接来说太长；请改为交出 CSV",
	"a version, a point and base64url":                   "版本号、一个点和 base64url",
	"more":                                               "更多",
	"columns of more than 8 MiB":                         "超过 8 MiB 的列",
	"a CSV of more than 64 MiB":                          "超过 64 MiB 的 CSV",
	"a letter, a digit, - or _":                          "字母、数字、- 或 _",
	"the rest of the link":                               "链接的其余部分",
	"what does not match its checksum":                   "与校验和不符的内容",
	"columns that no recording has":                      "任何录制都不会有的列",
	"stall= and milliseconds, or nothing":                "stall= 加毫秒数，或什么都没有",
}

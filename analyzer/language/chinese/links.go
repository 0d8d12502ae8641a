package chinese

// links are errors of links that carry a recording.
var links = map[string]string{
	"this is no link that holds a recording":             "这不是带有录制的链接",
	"the link is of another version of heldbytes":        "这个链接属于另一版本的 heldbytes",
	"the link is not whole; copy it again, to its end":   "链接不完整；请重新复制到末尾",
	"the link is damaged; copy it again":                 "链接已损坏；请重新复制",
	"the link holds more than one may":                   "链接所含超出允许的大小",
	"this is too long for a link; hand it over as a CSV": "这对链接来说太长；请改为交出 CSV",
	"a version, a point and base64url":                   "版本号、一个点和 base64url",
	"version %s":                                         "版本 %s",
	"%d characters":                                      "%d 个字符",
	"what becomes more than %d bytes":                    "会变成超过 %d 字节的内容",
	"a letter, a digit, - or _":                          "字母、数字、- 或 _",
	"the rest of the link":                               "链接的其余部分",
	"a checksum of %08x":                                 "校验和 %08x",
	"columns that no recording has":                      "任何录制都不会有的列",
	"stall= and milliseconds, or nothing":                "stall= 加毫秒数，或什么都没有",
}

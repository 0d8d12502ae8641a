// Package chinese is Simplified Chinese. It is no part of the page's module,
// which is told of it as JSON.
//
// One word is said one way:
//
//	chunk 数据块, event 事件, close 闭合, filler 填充, held bytes 占用字节,
//	release 释放, let go 释放, handoff 交付, release rule 释放规则, knob 旋钮,
//	marks 标记 (accept 就绪, read 读取, parse 解析, handoff 交付),
//	recording 录制, capture 捕获, capture point 捕获点, timeline 时间线,
//	observed 实测, series 序列, area 面积, finding 结论, stall 停顿, gap 间隔,
//	reader 读取器, arrivals 到达, stream 流, row 行, span 区段, framing 分帧,
//	sentinel 结束标志, heartbeat 心跳, open 未闭合, idle 空闲, floor 下限, peak 峰值,
//	release, of a cause 待释放, incremental 增量, buffered 缓冲, payload 载荷, exchange 交互,
//	hop 跳, content coding 内容编码, lab 实验, run 运行, bad 损坏, torn 拆断,
//	made up 合成 (times: 人为设定).
//
// Codes, EOF, CSV, JSON and ms stay as they are.
package chinese

import (
	"maps"

	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/language"
)

// Language is the whole table.
var Language = &language.Language{
	Tag: "zh-CN", Name: "中文",
	Sentences: diagnose.Catalogue(together(headlines, findings, remarks, words, results, comparisons, changes, looks)),
	Texts:     together(page, beside, graph, figures, tables, recording, command, forms, formats, browsers, packets, codings, report, shares, links, panel, recorders),
}

func together(tables ...map[string]string) map[string]string {
	all := map[string]string{}
	for _, t := range tables {
		maps.Copy(all, t)
	}
	return all
}

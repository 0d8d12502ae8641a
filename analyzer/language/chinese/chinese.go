// Package chinese is Simplified Chinese. It is not part of the page's module,
// which is told of it as JSON.
package chinese

import (
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/language"
)

// Language is the whole table.
var Language = &language.Language{
	Tag: "zh-CN", Name: "中文",
	Sentences: diagnose.Catalogue{},
	Texts:     map[string]string{},
}

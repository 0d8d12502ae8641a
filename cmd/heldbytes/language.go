package main

import (
	"fmt"

	"github.com/heldbytes/heldbytes/analyzer/language"
	"github.com/heldbytes/heldbytes/analyzer/language/chinese"
)

// languages are what --lang can be, and the tags that they are known by.
var languages = map[string]*language.Language{"en": language.English, "zh": chinese.Language, chinese.Language.Tag: chinese.Language}

// speak takes the language that was asked for.
func (in *invocation) speak() error {
	l, ok := languages[in.lang]
	if !ok {
		return fmt.Errorf("--lang: read %.40q, want en or zh: %w", in.lang, errUsage)
	}
	in.language = l
	return nil
}

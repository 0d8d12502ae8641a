// Package language is what the texts that people read are said in: sentences by
// the code of a finding, and all other texts by their English. It holds English
// alone; another language is a table of its own, which a program asks for.
package language

import "github.com/heldbytes/heldbytes/analyzer/diagnose"

// Language is one language. A nil *Language is English, and so is what a table
// leaves out.
type Language struct {
	Tag       string             `json:"tag"`  // as BCP 47 has it
	Name      string             `json:"name"` // in itself
	Sentences diagnose.Catalogue `json:"sentences"`
	Texts     map[string]string  `json:"texts"` // by their English; a text of holes has the same holes
}

// English says everything as it is written.
var English = &Language{Tag: "en", Name: "English", Sentences: diagnose.English}

// Catalogue is the sentences.
func (l *Language) Catalogue() diagnose.Catalogue {
	if l == nil || len(l.Sentences) == 0 {
		return diagnose.English
	}
	return l.Sentences
}

// Text is the text that is called english.
func (l *Language) Text(english string) string {
	if l != nil {
		if s, ok := l.Texts[english]; ok {
			return s
		}
	}
	return english
}

// Say renders a text with numbers in it. english is written as the sentences of
// a diagnose.Catalogue are: {n event events} is a number and its noun.
func (l *Language) Say(english string, args diagnose.Args) string {
	return l.Catalogue().Say(l.Text(english), args, nil)
}

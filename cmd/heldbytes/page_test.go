//go:build !js

package main

import "testing"

func TestPageStarts(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.open("/?sample=buffered", 1280, 900, false)
	p.state("done")
}

package picture_test

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// script is what the typeface has beside ASCII.
const script = "\u00a0·×±µ°–—‘’“”…←→−≤≥\ufffd"

// glyphsNotice stands before the outlines, which are a form of the fonts.
const glyphsNotice = `# The outlines of Go Regular and Go Bold, fonts of Bigelow & Holmes: for each rune how far it
# advances and its path, in 2048ths of an em. The fonts have this licence:
#
# Copyright (c) 2016 Bigelow & Holmes Inc.. All rights reserved.
#
# Distribution of this font is governed by the following license. If you do not
# agree to this license, including the disclaimer, do not distribute or modify
# this font.
#
# Redistribution and use in source and binary forms, with or without
# modification, are permitted provided that the following conditions are met:
#
#   * Redistributions of source code must retain the above copyright notice,
#     this list of conditions and the following disclaimer.
#
#   * Redistributions in binary form must reproduce the above copyright notice,
#     this list of conditions and the following disclaimer in the documentation
#     and/or other materials provided with the distribution.
#
#   * Neither the name of Google Inc. nor the names of its contributors may be
#     used to endorse or promote products derived from this software without
#     specific prior written permission.
#
# DISCLAIMER: THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS
# "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO,
# THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE
# ARE DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT OWNER OR CONTRIBUTORS BE LIABLE
# FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
# DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
# SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
# CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
# OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
# OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
`

// The outlines are those of the fonts, and -update makes them anew.
func TestGlyphsAreThoseOfTheFonts(t *testing.T) {
	b := bytes.NewBufferString(glyphsNotice)
	for _, face := range [][]byte{goregular.TTF, gobold.TTF} {
		f, err := sfnt.Parse(face)
		if err != nil {
			t.Fatal(err)
		}
		for r := ' '; r <= '~'; r++ {
			writeGlyph(t, b, f, r)
		}
		for _, r := range script {
			writeGlyph(t, b, f, r)
		}
		b.WriteString("\n")
	}
	if *update {
		if err := os.WriteFile("glyphs.txt", b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile("glyphs.txt"); err != nil || !bytes.Equal(got, b.Bytes()) {
		t.Errorf("glyphs.txt is not what the fonts have, %v; -update writes it anew", err)
	}
}

func writeGlyph(t *testing.T, b *bytes.Buffer, f *sfnt.Font, r rune) {
	var buf sfnt.Buffer
	index, err := f.GlyphIndex(&buf, r)
	if err != nil || index == 0 && r != '\ufffd' {
		t.Fatalf("the font has no %q: %v", r, err)
	}
	em := fixed.I(int(f.UnitsPerEm()))
	advance, err := f.GlyphAdvance(&buf, index, em, font.HintingNone)
	if err != nil {
		t.Fatal(err)
	}
	segments, err := f.LoadGlyph(&buf, index, em, nil)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(b, "%04X %d ", r, advance.Round())
	for _, s := range segments {
		fmt.Fprintf(b, "%c", "MLQ"[s.Op])
		n := [...]int{1, 1, 2}[s.Op]
		for i, p := range s.Args[:n] {
			if i > 0 {
				b.WriteByte(' ')
			}
			fmt.Fprintf(b, "%d %d", p.X.Round(), p.Y.Round())
		}
	}
	b.WriteString("\n")
}

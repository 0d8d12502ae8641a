package capture_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestUsualRowsAreReadAsAnyOther compares rows with the same rows in quotes,
// which are read cell by cell.
func TestUsualRowsAreReadAsAnyOther(t *testing.T) {
	rows := []string{
		"0,0,0,true", "1,1.5,10,True", "2,2.123456,5,False", "3,3.1234567,5,false", "4,4.,5,true", "5,.5,5,true", "6,-1,5,true",
		"7,1e3,5,true", "8,8,-1,true", "9,9,,true", "10,,1,true", "11,11,1,TRUE", "12,12,1,1", "13,13,1,yes", "14,14,1.0,true", "1.0,15,1,true",
		",16,1,true", "x,17,1,true", "18,18,1", "19,19,1,true,", "20,20,1,", "21, 21,1,true", "22,22,1,true ", "23,2.3.4,1,true",
		"99999999999999,1,99999999999999,true", "281474976710656,1,281474976710656,true", "1,1,281474976710657,true", "1,1,999999999999999,true",
		"1,999999999999,1,true", "1,999999999999.999999,1,true", "1,4611686018427.387903,1,true", "1,4611686018427.387904,1,true", "1,9999999999999,1,true",
	}
	rng := rand.New(rand.NewPCG(3, 5))
	for i := range 500 {
		rows = append(rows, fmt.Sprintf("%d,%d.%0*d,%d,%t", i, rng.IntN(1e9), 1+rng.IntN(7), rng.IntN(10), rng.IntN(1e6), rng.IntN(2) == 0))
	}
	for _, row := range rows {
		cells := strings.Split(row, ",")
		for i, c := range cells {
			cells[i] = `"` + c + `"`
		}
		usual, quoted := readString(header+row+"\n"), readString(header+strings.Join(cells, ",")+"\n")
		if (usual.err == nil) != (quoted.err == nil) || usual.err == nil && usual.String() != quoted.String() {
			t.Errorf("%s: read as\n%s%v\nwith quotes as\n%s%v", row, usual, usual.err, quoted, quoted.err)
		}
	}
	// Rows of the one sort and the other in one run.
	mixed := header + "0,0,1,1\n1,1,1,1\n2,2,1,true\n3,3,1,True\n4,4,1,1\n"
	if got := parsed(readString(mixed)); got != "TTTTT" {
		t.Errorf("counts and words: parsed %s", got)
	}
	if got := readString(header + "0,0,1,2\n1,1,1,true\n"); got.err == nil {
		t.Error("a word among counts is taken")
	}
}

package picture

import (
	"cmp"
	"math/bits"
	"slices"
)

// code is what stands for a symbol: so many bits, none where it does not occur.
type code struct {
	bits  uint16 // the first of them lowest
	width uint8
}

// widest is how many bits a code has at most.
const widest = 15

// codesOf are the codes of Huffman for symbols that occur so often; at least two
// do.
func codesOf(counts []int) []code {
	counts = slices.Clone(counts)
	widths := widthsOf(counts)
	for slices.Max(widths) > widest {
		for i, n := range counts {
			counts[i] = (n + 1) / 2
		}
		widths = widthsOf(counts)
	}
	codes := make([]code, len(counts))
	next := uint16(0)
	for width := uint8(1); width <= widest; width++ {
		next <<= 1
		for symbol, w := range widths {
			if w == width {
				codes[symbol] = code{bits.Reverse16(next) >> (16 - width), width}
				next++
			}
		}
	}
	return codes
}

// widthsOf joins the two that occur least until all are one tree; how deep a
// symbol lies in it is the width of its code.
func widthsOf(counts []int) []uint8 {
	type node struct{ count, symbol, parent int }
	var nodes []node
	for symbol, n := range counts {
		if n > 0 {
			nodes = append(nodes, node{count: n, symbol: symbol})
		}
	}
	slices.SortFunc(nodes, func(a, b node) int { return cmp.Or(a.count-b.count, a.symbol-b.symbol) })
	leaves := len(nodes)
	leaf, joined := 0, leaves // the least of either that has no parent
	least := func() (i int) {
		if joined == len(nodes) || leaf < leaves && nodes[leaf].count <= nodes[joined].count {
			leaf++
			return leaf - 1
		}
		joined++
		return joined - 1
	}
	for range leaves - 1 {
		a, b := least(), least()
		nodes[a].parent, nodes[b].parent = len(nodes), len(nodes)
		nodes = append(nodes, node{count: nodes[a].count + nodes[b].count})
	}
	widths := make([]uint8, len(counts))
	deep := make([]uint8, len(nodes))
	for i := len(nodes) - 2; i >= 0; i-- {
		if deep[i] = deep[nodes[i].parent] + 1; i < leaves {
			widths[nodes[i].symbol] = deep[i]
		}
	}
	return widths
}

package figure

import "github.com/heldbytes/heldbytes/analyzer/diagnose"

// kinds are what a track tells apart: as many as there are causes, and nothing.
const (
	kinds = diagnose.CauseCount
	none  = uint8(kinds)
)

// checkEvery is how many stretches lie between two sums of a track.
const checkEvery = 16

// track is time that went to one thing after another. It says how much of it
// went to each in any stretch without going through all that there is. It takes
// some twelve bytes a stretch.
type track struct {
	begin int64
	ends  []int64        // where each stretch ends and the next begins
	kind  []uint8        // what each is
	sums  [][kinds]int64 // time by kind before stretch checkEvery·i
	full  []int64        // where stretch checkEvery·(i+1)-1 ends, of those that are full
}

// add adds what went to kind. What lies before the end of all that was added
// before is left out: of stretches that overlap, the first has the time.
func (t *track) add(from, to int64, kind uint8) {
	from, to = max(from, -int64(maxTime)), min(to, int64(maxTime))
	if len(t.ends) == 0 {
		t.begin = from
	}
	done := t.end()
	from = max(from, done)
	switch {
	case to <= from:
		return
	case from > done:
		t.push(from, none)
	}
	t.push(to, kind)
}

func (t *track) push(end int64, kind uint8) {
	n := len(t.ends)
	if n > 0 && t.kind[n-1] == kind {
		t.ends[n-1] = end
		return
	}
	if n%checkEvery == 0 {
		var sum [kinds]int64
		if n > 0 {
			sum = t.sums[len(t.sums)-1]
			t.full = append(t.full, t.end())
			for i := n - checkEvery; i < n; i++ {
				sum = t.counted(sum, i, t.start(i), t.ends[i])
			}
		}
		t.sums = append(t.sums, sum)
	}
	t.ends, t.kind = append(t.ends, end), append(t.kind, kind)
}

// end is where the last stretch ends.
func (t *track) end() int64 {
	if n := len(t.ends); n > 0 {
		return t.ends[n-1]
	}
	return t.begin
}

func (t *track) start(i int) int64 {
	if i == 0 {
		return t.begin
	}
	return t.ends[i-1]
}

func (t *track) counted(sum [kinds]int64, i int, from, to int64) [kinds]int64 {
	if k := t.kind[i]; k != none {
		sum[k] += to - from
	}
	return sum
}

// before is the time of each kind before at, which lies in stretch i or at its
// beginning.
func (t *track) before(at int64, i int) [kinds]int64 {
	if i == len(t.ends) && i%checkEvery == 0 && i > 0 {
		i--
		at = t.ends[i]
	}
	sum := t.sums[i/checkEvery]
	for k := i / checkEvery * checkEvery; k < i; k++ {
		sum = t.counted(sum, k, t.start(k), t.ends[k])
	}
	if i < len(t.ends) {
		sum = t.counted(sum, i, t.start(i), max(at, t.start(i)))
	}
	return sum
}

// seek is the first stretch from number i on that ends after at. It looks at
// those nearby first.
func (t *track) seek(i int, at int64) int {
	block, step := i/checkEvery, 1
	for block+step <= len(t.full) && t.full[block+step-1] <= at {
		block += step
		step *= 2
	}
	for to := min(block+step, len(t.full)); block < to; {
		if middle := (block + to) / 2; t.full[middle] > at {
			to = middle
		} else {
			block = middle + 1
		}
	}
	i = max(i, block*checkEvery)
	for to := min((block+1)*checkEvery, len(t.ends)); i < to; {
		if middle := (i + to) / 2; t.ends[middle] > at {
			to = middle
		} else {
			i = middle + 1
		}
	}
	return i
}

// pixels calls visit with the time of each kind in each pixel of x that has any.
func (t *track) pixels(x scale, visit func(px int, spent [kinds]int64)) {
	if len(t.ends) == 0 || x.to <= x.from {
		return
	}
	i := t.seek(0, x.from)
	from := x.from
	var done [kinds]int64 // time by kind before from, at pixel counted
	counted := -1
	for px := 0; px < x.px && i < len(t.ends); px++ {
		to := min(x.after(px), x.to)
		var spent [kinds]int64
		j := i
		if i+checkEvery < len(t.ends) && t.ends[i+checkEvery] <= to {
			j = i + checkEvery + 1 // too many to go through
		} else {
			for j < len(t.ends) && t.ends[j] <= to {
				j++
			}
		}
		switch {
		case to <= from: // a pixel is less than the least of times
			spent = t.at(from-1, i)
		case j-i > checkEvery:
			j = t.seek(j, to)
			if counted != px {
				done = t.before(from, i)
			}
			sum := t.before(min(to, t.end()), j)
			for k := range spent {
				spent[k] = sum[k] - done[k]
			}
			done, counted = sum, px+1
		default:
			for k := i; k <= j && k < len(t.ends); k++ {
				if begin, end := max(t.start(k), from), min(t.ends[k], to); begin < end {
					spent = t.counted(spent, k, begin, end)
				}
			}
		}
		if spent != ([kinds]int64{}) {
			visit(px, spent)
		}
		i, from = j, to
	}
}

// at is the least of times spent on what there was at that time, which lies in
// stretch i or the one before.
func (t *track) at(at int64, i int) (spent [kinds]int64) {
	if i > 0 && at < t.start(i) {
		i--
	}
	if at >= t.start(i) {
		spent = t.counted(spent, i, at, at+1)
	}
	return spent
}

package replay

import "github.com/heldbytes/heldbytes/analyzer/timeline"

// FromInflater is the series of the inflater that takes a body's content coding
// off, in coded bytes: those that have yielded nothing yet, which no release
// rule can reach. It is nil where t was not inflated. What EOF finds is dropped.
func FromInflater(t *timeline.Timeline) *Series {
	if len(t.Inflated) == 0 {
		return nil
	}
	points := make([]Point, 0, t.Len())
	held := int64(0)
	for k, c := range t.Inflated {
		points = append(points, Point{
			Time: t.Chunks[k].Time, Received: c.End, Released: c.End - c.Held,
			Before: held + t.CodedBytes(k), After: c.Held,
		})
		held = c.Held
	}
	if t.EOF.Set {
		total := t.Inflated[len(t.Inflated)-1].End
		points = append(points, Point{Time: t.EOF.Time, Received: total, Released: total, Before: held})
	}
	return FromPoints(Rule{Kind: Inflater}, t.EOF.Set, points)
}

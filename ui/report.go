package ui

// Report is what analyze --json writes, as far as the page shows it.
type Report struct {
	Source struct {
		Format  string   `json:"format"`
		Level   string   `json:"level"`
		Chunks  int      `json:"chunks"`
		Bytes   int64    `json:"bytes"`
		Times   bool     `json:"times"`
		Payload bool     `json:"payload"`
		Notes   []string `json:"notes"`
	} `json:"source"`
	Framing struct {
		Name      string `json:"name"`
		Detected  bool   `json:"detected"`
		Events    int    `json:"events"`
		Bad       int    `json:"bad"`
		OpenAtEnd int64  `json:"open_at_end"`
	} `json:"framing"`
	Series   []Series    `json:"series"`
	Observed *Observed   `json:"observed"`
	Stalls   []Stall     `json:"stalls"`
	Findings FindingTrio `json:"findings"`
	Headline string      `json:"headline"`
	Result   string      `json:"result"`
}

// FindingTrio is one finding on each axis.
type FindingTrio struct {
	Reader   FindingData `json:"reader"`
	Arrivals FindingData `json:"arrivals"`
	Stream   FindingData `json:"stream"`
}

// FindingData is a code, its sentence and what proves it.
type FindingData struct {
	Code     string        `json:"code"`
	Sentence string        `json:"sentence"`
	Evidence []Evidence    `json:"evidence"`
	Also     []FindingData `json:"also"`
}

// Evidence is a row or chunk.
type Evidence struct {
	Chunk int      `json:"chunk"`
	TMS   *float64 `json:"t_ms"`
	Held  *int64   `json:"held_bytes"`
}

// Area is in byte·ms.
type Area struct {
	Open, Late, Filler, Early float64
}

// Times are in ms.
type Times struct {
	Release, Open, Filler, Idle float64
}

// Series is one rule's figures.
type Series struct {
	Rule         string   `json:"rule"`
	PeakBytes    int64    `json:"peak_bytes"`
	PeakAfter    int64    `json:"peak_after"`
	FirstRelease *float64 `json:"first_release_ms"`
	LastRelease  *float64 `json:"last_release_ms"`
	Area         Area     `json:"area"`
	Time         Times    `json:"time_ms"`
}

// Observed is the measured reader's figures.
type Observed struct {
	Rows      int   `json:"rows"`
	PeakBytes int64 `json:"peak_bytes"`
	Area      Area  `json:"area"`
	Time      Times `json:"time_ms"`
}

// Stall is one stretch without a handoff.
type Stall struct {
	From   float64 `json:"from_ms"`
	To     float64 `json:"to_ms"`
	Time   Times   `json:"time_ms"`
	Held   int64   `json:"held_bytes"`
	Chunks [2]int  `json:"chunks"`
}

package search

// FactorSearch asks for what lies between factors. Keys are distinct; unknown ones are skipped.
type FactorSearch struct {
	Project  string
	From, To []string
	Depth    int
	Follow   FactorFollow
	Limit    int
}

// The depths of a path, in links (seed 003; real data has shortest paths of 62 links).
const (
	DefaultDepth     = 5
	MaxSimpleDepth   = 10
	MaxShortestDepth = 100
)

// MaxPaths is the most paths that one answer holds; beyond, the answer is truncated.
const MaxPaths = 1000

// MaxMatches is the most occurrences that the name of an end may match to be searched from.
const MaxMatches = 10

// Status says what became of a question.
type Status string

// The statuses.
const (
	StatusFound Status = "found"
	// StatusNoPath means that both ends are known and no path within the depth joins them.
	StatusNoPath Status = "no_path"
	// StatusAmbiguous means that a name matches more than MaxMatches occurrences.
	StatusAmbiguous Status = "ambiguous"
	// StatusUnknownEnd means that a name matches no occurrence.
	StatusUnknownEnd Status = "unknown_end"
	// StatusTruncated means that there are more paths than the answer holds.
	StatusTruncated Status = "truncated"
)

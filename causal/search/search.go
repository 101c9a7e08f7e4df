package search

// FactorSearch asks for paths between factors. Keys are distinct; unknown ones are skipped.
type FactorSearch struct {
	Project  string
	From, To []string
	Depth    int
	Follow   FactorFollow
	Limit    int
}

// Limits of the path length, in links. Real data has shortest paths of 62 links.
const (
	// DefaultDepth is that of all simple paths. Their number grows with the length; a shortest path is
	// looked for up to MaxShortestDepth.
	DefaultDepth     = 5
	MaxSimpleDepth   = 10
	MaxShortestDepth = 100
)

// MaxPaths is the maximum number of paths in an answer; with more, the answer is truncated.
const MaxPaths = 1000

// MaxMatches is the maximum number of occurrences that the name of an end may match.
const MaxMatches = 10

// Status is the outcome of a search.
type Status string

// The statuses.
const (
	StatusFound Status = "found"
	// StatusNoPath means that both ends are known but no path within the depth connects them.
	StatusNoPath Status = "no_path"
	// StatusAmbiguous means that a name matches more than MaxMatches occurrences.
	StatusAmbiguous Status = "ambiguous"
	// StatusUnknownEnd means that a name matches no occurrence.
	StatusUnknownEnd Status = "unknown_end"
	// StatusTruncated means that there are more paths than the answer contains.
	StatusTruncated Status = "truncated"
)

package trace

import (
	"time"

	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
)

// Mode says which paths to find.
type Mode string

// The modes.
const (
	// ModeShortest asks for one shortest path.
	ModeShortest Mode = "shortest"
	// ModeAllShortest asks for all shortest paths.
	ModeAllShortest Mode = "all_shortest"
	// ModeAllSimple asks for all paths up to the depth without a repeated occurrence.
	ModeAllSimple Mode = "all_simple"
)

// PathQuestion asks how one occurrence leads to another.
type PathQuestion struct {
	Project string
	// From and To name the ends: the key of an occurrence, or part of its label, ignoring case.
	From, To string
	Mode     Mode
	// MaxDepth is the maximum length of a path in links; 0 means [search.DefaultDepth] for ModeAllSimple
	// and [search.MaxShortestDepth] for the other modes.
	MaxDepth int
	Follow   search.Follow
	// Limit is the maximum number of paths; 0 means [search.MaxPaths].
	Limit int
}

// End is the result of resolving the name of an end.
type End struct {
	// Asked is the name as given.
	Asked string
	// Matches are the occurrences with that name, at most [search.MaxMatches], by key.
	Matches []episodic.Occurrence
	// Total is the number of matches.
	Total int
}

// Ambiguous reports whether the name matches more than one occurrence.
func (e End) Ambiguous() bool { return e.Total > 1 }

// PathAnswer answers a PathQuestion.
type PathAnswer struct {
	Status   search.Status
	From, To End
	// Paths are ordered by length, then by the keys along them.
	Paths []Path
	// MaxDepth is the maximum depth of the search.
	MaxDepth int
	// ShortestBeyond is the length of the shortest path if every path is longer than MaxDepth. It is 0
	// if a path was found, or if none of at most [search.MaxShortestDepth] links exists.
	ShortestBeyond int
}

// Path is a chain of links; without hops it is the empty path from an occurrence to itself.
type Path struct {
	From, To episodic.Occurrence
	Hops     []Hop
}

// Length is the number of links.
func (p Path) Length() int { return len(p.Hops) }

// Hop is one link of a path with its ends.
type Hop struct {
	From, To episodic.Occurrence
	Link     Link
}

// Link is a stored link between two occurrences.
type Link struct {
	// ID is deterministic: a hash of project, stating episode, ends, relation and basis.
	ID       string
	Relation episodic.Relation
	Basis    episodic.Basis
	// Confidence is the author's confidence, in [0, 1]; nil if not given.
	Confidence *float64
	Note       string
	// Episode is the id of the episode that states the link.
	Episode    string
	RecordedAt time.Time
}

// Bases returns the distinct bases of the links along the path, in the order of [episodic.Bases].
func (p Path) Bases() []episodic.Basis {
	var out []episodic.Basis
	for _, b := range episodic.Bases() {
		for _, h := range p.Hops {
			if h.Link.Basis == b {
				out = append(out, b)
				break
			}
		}
	}
	return out
}

// Episodes returns the sorted ids of the episodes that contain or state a part of the path.
func (p Path) Episodes() []string {
	var out []string
	seen := map[string]bool{}
	add := func(id string) {
		if id != "" && !seen[id] {
			seen[id] = true
			out = append(out, id)
		}
	}
	add(p.From.Episode)
	for _, h := range p.Hops {
		add(h.Link.Episode)
		add(h.To.Episode)
	}
	return out
}

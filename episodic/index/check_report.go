package index

import (
	"cmp"
	"slices"
)

// FindingKind says how the index differs from the store.
type FindingKind string

// The kinds, in the order of a report.
const (
	// FindingNoChunks is a present episode of which the index holds nothing.
	FindingNoChunks FindingKind = "NO_CHUNKS"
	// FindingOtherRevision is an episode of which the index holds chunks of another revision.
	FindingOtherRevision FindingKind = "OTHER_REVISION"
	// FindingMissingChunk is a chunk of the current revision that the index lacks.
	FindingMissingChunk FindingKind = "MISSING_CHUNK"
	// FindingDifferentChunk is a chunk of the current revision that the index holds otherwise.
	FindingDifferentChunk FindingKind = "DIFFERENT_CHUNK"
	// FindingExtraChunk is a chunk of the current revision that the episode does not have.
	FindingExtraChunk FindingKind = "EXTRA_CHUNK"
	// FindingGoneEpisode is an episode that is deleted or unknown and of which the index
	// holds chunks.
	FindingGoneEpisode FindingKind = "GONE_EPISODE"
	// FindingUnquoted is a decision or event with words that no right chunk quotes, so that
	// no search finds it.
	FindingUnquoted FindingKind = "UNQUOTED_OCCURRENCE"
	// FindingWaiting is an episode that differs because it is in the backlog or is being
	// written: not wrong, but not up to date.
	FindingWaiting FindingKind = "WAITING"
)

// Finding is one thing in which index and store differ.
type Finding struct {
	Kind    FindingKind `json:"kind"`
	Episode string      `json:"episode"`
	// Chunk is the number of the chunk, for kinds that are about one.
	Chunk *int `json:"chunk,omitempty"`
	// Occurrence is the key, for FindingUnquoted.
	Occurrence string `json:"occurrence,omitempty"`
	// Mended says that it is so no more; Reason is why it could not be mended.
	Mended bool   `json:"mended"`
	Reason string `json:"reason,omitempty"`
}

// FindingCount counts the findings of one kind.
type FindingCount struct {
	Kind FindingKind `json:"kind"`
	// Found are all, Mended those that are so no more.
	Found  int `json:"found"`
	Mended int `json:"mended"`
	// First are the first of them, by episode.
	First []Finding `json:"first"`
}

// maxFindings is how many findings of each kind a report names.
const maxFindings = 100

// CheckReport says how the index of a project differs from the store.
type CheckReport struct {
	Project string `json:"project"`
	// Episodes are the present ones, Occurrences their decisions and events, Chunks what
	// they are cut into: what was compared.
	Episodes    int `json:"episodes"`
	Occurrences int `json:"occurrences"`
	Chunks      int `json:"chunks"`
	// Indexed are the chunks that the index held.
	Indexed int `json:"indexed"`
	// Findings holds the kinds that were found, in their order.
	Findings []FindingCount `json:"findings"`
}

// Wrong returns how many findings are left that are not mended and do not just wait.
func (r CheckReport) Wrong() int {
	n := 0
	for _, f := range r.Findings {
		if f.Kind != FindingWaiting {
			n += f.Found - f.Mended
		}
	}
	return n
}

// note counts findings.
func (r *CheckReport) note(findings []Finding) {
	for _, f := range findings {
		i := slices.IndexFunc(r.Findings, func(c FindingCount) bool { return c.Kind == f.Kind })
		if i < 0 {
			i = len(r.Findings)
			r.Findings = append(r.Findings, FindingCount{Kind: f.Kind})
		}
		c := &r.Findings[i]
		c.Found++
		if f.Mended {
			c.Mended++
		}
		if len(c.First) < maxFindings {
			c.First = append(c.First, f)
		}
	}
}

// sort puts the kinds in their order.
func (r *CheckReport) sort() {
	order := []FindingKind{
		FindingNoChunks, FindingOtherRevision, FindingMissingChunk, FindingDifferentChunk, FindingExtraChunk,
		FindingGoneEpisode, FindingUnquoted, FindingWaiting,
	}
	slices.SortFunc(r.Findings, func(a, b FindingCount) int {
		return cmp.Compare(slices.Index(order, a.Kind), slices.Index(order, b.Kind))
	})
}

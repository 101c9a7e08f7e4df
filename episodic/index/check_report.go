package index

import (
	"cmp"
	"slices"
)

// FindingKind is a kind of difference between index and store.
type FindingKind string

// The kinds, in the order of a report.
const (
	// FindingNoChunks is a present episode without chunks in the index.
	FindingNoChunks FindingKind = "NO_CHUNKS"
	// FindingOtherRevision is an episode with chunks of another revision in the index.
	FindingOtherRevision FindingKind = "OTHER_REVISION"
	// FindingMissingChunk is a chunk of the current revision that the index lacks.
	FindingMissingChunk FindingKind = "MISSING_CHUNK"
	// FindingDifferentChunk is a chunk of the current revision whose content differs.
	FindingDifferentChunk FindingKind = "DIFFERENT_CHUNK"
	// FindingExtraChunk is a chunk of the current revision that the episode does not have.
	FindingExtraChunk FindingKind = "EXTRA_CHUNK"
	// FindingGoneEpisode is a deleted or unknown episode with chunks in the index.
	FindingGoneEpisode FindingKind = "GONE_EPISODE"
	// FindingUnquoted is a decision or event with words that no correct chunk quotes, so that no
	// search finds it.
	FindingUnquoted FindingKind = "UNQUOTED_OCCURRENCE"
	// FindingWaiting is an episode that differs because it is in the backlog or is being written:
	// not wrong, but not up to date.
	FindingWaiting FindingKind = "WAITING"
)

// Finding is one difference between index and store.
type Finding struct {
	Kind    FindingKind `json:"kind"`
	Episode string      `json:"episode"`
	// Chunk is the number of the chunk, for kinds that concern one.
	Chunk *int `json:"chunk,omitempty"`
	// Occurrence is the key, for FindingUnquoted.
	Occurrence string `json:"occurrence,omitempty"`
	// Mended says that the difference was repaired; Reason says why it could not be.
	Mended bool   `json:"mended"`
	Reason string `json:"reason,omitempty"`
}

// FindingCount counts the findings of one kind.
type FindingCount struct {
	Kind FindingKind `json:"kind"`
	// Found counts all findings, Mended the repaired ones.
	Found  int `json:"found"`
	Mended int `json:"mended"`
	// First has the first findings, by episode.
	First []Finding `json:"first"`
}

// maxFindings is the maximum number of findings of each kind in a report.
const maxFindings = 100

// CheckReport describes the differences between a project's index and the store.
type CheckReport struct {
	Project string `json:"project"`
	// Episodes, Occurrences and Chunks count what was compared: the present episodes, their
	// decisions and events, and their expected chunks.
	Episodes    int `json:"episodes"`
	Occurrences int `json:"occurrences"`
	Chunks      int `json:"chunks"`
	// Indexed counts the chunks in the index.
	Indexed int `json:"indexed"`
	// Findings has the kinds with findings, in order.
	Findings []FindingCount `json:"findings"`
}

// Wrong returns the number of findings that are neither repaired nor waiting.
func (r CheckReport) Wrong() int {
	n := 0
	for _, f := range r.Findings {
		if f.Kind != FindingWaiting {
			n += f.Found - f.Mended
		}
	}
	return n
}

// note adds findings to the counts.
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

// sort puts the kinds in order.
func (r *CheckReport) sort() {
	order := []FindingKind{
		FindingNoChunks, FindingOtherRevision, FindingMissingChunk, FindingDifferentChunk, FindingExtraChunk,
		FindingGoneEpisode, FindingUnquoted, FindingWaiting,
	}
	slices.SortFunc(r.Findings, func(a, b FindingCount) int {
		return cmp.Compare(slices.Index(order, a.Kind), slices.Index(order, b.Kind))
	})
}

package index

import (
	"maps"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/chunk"
)

// comparison is the state of one episode in the index.
type comparison struct {
	// wanted is the number of expected chunks, held the number of chunks in the index.
	wanted, held int
	occurrences  int
	findings     []Finding
}

// compareChunks compares the chunks in an index with the expected ones: the chunks of e, or none if
// e is nil. It is a pure function.
func compareChunks(id string, e *episodic.Stored, held []episodic.IndexedChunk) comparison {
	c := comparison{held: len(held)}
	find := func(kind FindingKind, chunk *int) {
		c.findings = append(c.findings, Finding{Kind: kind, Episode: id, Chunk: chunk})
	}
	if e == nil {
		if len(held) > 0 {
			find(FindingGoneEpisode, nil)
		}
		return c
	}
	wanted := chunk.Chunks(*e).Chunks
	c.wanted, c.occurrences = len(wanted), len(e.Episode.Decisions)+len(e.Episode.Events)
	right := map[int]bool{}
	seen := map[int]bool{}
	other := false
	var digests episodic.Digester
	for _, h := range held {
		switch n := h.Number; {
		case h.Revision != e.Revision:
			other = true
		case n < 0 || n >= len(wanted) || seen[n]:
			find(FindingExtraChunk, &n)
		default:
			seen[n] = true
			if right[n] = holds(h, wanted[n], &digests); !right[n] {
				find(FindingDifferentChunk, &n)
			}
		}
	}
	if other {
		find(FindingOtherRevision, nil)
	}
	switch {
	case len(seen) > 0:
		for n := range wanted {
			if !seen[n] {
				find(FindingMissingChunk, &n)
			}
		}
	case !other:
		find(FindingNoChunks, nil)
	}
	for _, key := range unquoted(wanted, right) {
		c.findings = append(c.findings, Finding{Kind: FindingUnquoted, Episode: id, Occurrence: key})
	}
	return c
}

// holds reports whether an index has a chunk as it should be: what it was made from, and what a
// search returns.
func holds(h episodic.IndexedChunk, c episodic.Chunk, digests *episodic.Digester) bool {
	return h.Digest == digests.Digest(c) && h.Text == c.Text
}

// unquoted returns the occurrences that some expected chunk quotes but no correct one does, sorted.
func unquoted(wanted []episodic.Chunk, right map[int]bool) []string {
	keys := map[string]bool{}
	for n, c := range wanted {
		for _, key := range c.Occurrences {
			keys[key] = keys[key] || right[n]
		}
	}
	maps.DeleteFunc(keys, func(_ string, quoted bool) bool { return quoted })
	return slices.Sorted(maps.Keys(keys))
}

package episodic

import "github.com/causeway-memory/causeway/internal/problem"

// The size limits of an episode. Larger input is rejected with CodeTooLarge.
const (
	// MaxContent is the maximum length of the canonical JSON, in bytes.
	MaxContent = 4 << 20
	// MaxText is the maximum length of one text, in bytes.
	MaxText = 64 << 10
	// MaxWord is the maximum number of characters of a word that filters compare: a tag, a domain,
	// a session.
	MaxWord = 200
	// MaxEpisodeID is the maximum number of characters of an episode's id.
	MaxEpisodeID = 200
	// MaxShortID is the maximum number of characters of the id of a decision or event.
	MaxShortID = 100
	// MaxOccurrences is the maximum number of decisions and events together.
	MaxOccurrences = 10_000
	// MaxLinks is the maximum number of links, before duplicates are merged.
	MaxLinks = 50_000
	// MaxFactors is the maximum number of further factors of a decision or event.
	MaxFactors = 50
	// MaxMentions is the maximum number of references in the texts.
	MaxMentions = 20_000
)

// TooMany checks the counts before anything is validated in detail, so that a huge input is
// rejected with one problem and little work.
func TooMany(e Episode) []problem.Problem {
	var c problem.Checker
	over := func(path, what string, n, most int) {
		if n > most {
			c.TooLarge(path, "%d %s; at most %d are taken", n, what, most)
		}
	}
	over("events", "decisions and events", len(e.Decisions)+len(e.Events), MaxOccurrences)
	links := len(e.Links)
	for _, d := range e.Decisions {
		links += len(d.Effects)
	}
	for _, v := range e.Events {
		links += len(v.CausedBy) + len(v.LeadsTo)
	}
	over("links", "links", links, MaxLinks)
	return c.Problems
}

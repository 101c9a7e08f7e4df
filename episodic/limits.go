package episodic

import (
	"fmt"

	"github.com/causeway-memory/causeway/internal/problem"
)

// The sizes that an episode may have. Longer input is refused with CodeTooLarge.
const (
	// MaxContent is the most bytes of the canonical JSON.
	MaxContent = 4 << 20
	// MaxText is the most bytes of one text.
	MaxText = 64 << 10
	// MaxWord is the most characters of a word that filters compare: a tag, a domain, a session.
	MaxWord = 200
	// MaxEpisodeID is the most characters of the id of an episode.
	MaxEpisodeID = 200
	// MaxShortID is the most characters of the id of a decision or event.
	MaxShortID = 100
	// MaxOccurrences is the most decisions and events together.
	MaxOccurrences = 10_000
	// MaxLinks is the most links, before doubles are folded.
	MaxLinks = 50_000
	// MaxMentions is the most references that the texts may mention.
	MaxMentions = 20_000
)

// TooMany counts before anything is looked at one by one, so that a huge input is refused
// with one problem and little work.
func TooMany(e Episode) []problem.Problem {
	var problems []problem.Problem
	over := func(path, what string, n, most int) {
		if n > most {
			problems = append(problems, problem.Problem{
				Path: path, Code: problem.CodeTooLarge, Message: fmt.Sprintf("%d %s; at most %d are taken", n, what, most),
			})
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
	return problems
}

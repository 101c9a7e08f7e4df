package ingest

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/ingest/prose"
	"github.com/causeway-memory/causeway/internal/text"
)

// The confidence of a cause that a sentence states, and of one that it calls likely.
const (
	statedConfidence = 0.5
	hedgedConfidence = 0.25
)

const (
	// maxStated is the number of causes that are taken of a log; the report counts the rest.
	maxStated = 500
	// maxSentence is how much of a sentence the note of a link has, in characters.
	maxSentence = 500
)

// passage is a text of a log with where it is.
type passage struct{ path, text string }

// unplaced returns the texts that have no place in the episode, without the evidence of gates, which is
// about the protocol.
func (l *log) unplaced() (out []passage) {
	for _, path := range slices.Sorted(maps.Keys(l.o.r.extra)) {
		if strings.HasPrefix(path, "protocol") {
			continue
		}
		if n, err := parse(l.o.r.extra[path]); err == nil {
			for _, s := range n.leaves(nil) {
				out = append(out, passage{path, s})
			}
		}
	}
	return out
}

// leaves appends the texts in a value.
func (n *node) leaves(out []string) []string {
	switch n.kind {
	case kindText:
		return append(out, n.text)
	case kindObject:
		for _, key := range n.keys {
			out = n.members[key].leaves(out)
		}
	case kindList:
		for _, item := range n.items {
			out = item.leaves(out)
		}
	}
	return out
}

// stating makes links of the causes that texts state.
type stating struct {
	*log

	// at are the ids of the occurrences by what they say, pairs those that have a link.
	at    map[string]string
	pairs map[[2]string]bool
	// counts are the links by rule; left is the number of causes beyond the most.
	counts map[prose.Rule]int
	left   int
}

// causes adds a link for each cause that a text of the log states in so many words. What the ends say are
// events of their own, unless an occurrence says it.
func (l *log) causes(others []passage) {
	s := stating{log: l, at: map[string]string{}, pairs: map[[2]string]bool{}, counts: map[prose.Rule]int{}}
	for _, d := range l.episode.Decisions {
		s.at[alike(d.Chosen)] = d.ID
	}
	for _, v := range l.episode.Events {
		s.at[alike(v.Content)] = v.ID
	}
	for _, d := range l.episode.Decisions {
		s.read(d.ID, d.Chosen, d.ID, d.Chosen)
		s.read(d.ID, "", d.ID, d.Rationale)
	}
	for _, v := range slices.Clone(l.episode.Events) {
		s.read(v.ID, v.Content, v.ID, fieldless(v.Content))
	}
	for _, p := range others {
		s.read("", "", p.path, p.text)
	}
	for _, rule := range slices.Sorted(maps.Keys(s.counts)) {
		l.o.r.say(RuleStatedCause, "links", "%d links: %s", s.counts[rule], rule)
	}
	if s.left > 0 {
		l.o.r.say(RuleDoubtfulCause, "links", "%d causes beyond the first %d were not taken", s.left, maxStated)
	}
}

// fieldless takes the names of fields off the lines after the first.
func fieldless(content string) string {
	lines := strings.Split(content, "\n")
	for i, line := range lines {
		if name, value, found := strings.Cut(line, ": "); found && i > 0 && !strings.ContainsAny(name, " -") {
			lines[i] = value
		}
	}
	return strings.Join(lines, "\n")
}

// read takes the causes of a text; by is the occurrence that it is of, if there is one, and whole what that
// says.
func (s *stating) read(by, whole, path, text string) {
	for _, c := range prose.Causes(text) {
		switch {
		case c.Doubt != "":
			s.o.r.say(RuleDoubtfulCause, path, "%s: %s", c.Doubt, shorten(c.Sentence))
		case len(s.pairs) >= maxStated:
			s.left++
		default:
			s.link(by, whole, c)
		}
	}
}

// link adds the link of a cause.
func (s *stating) link(by, whole string, c prose.Cause) {
	effect := by
	if by == "" || c.Effect != "" && !isSentence(whole, c) {
		effect = s.occurrence(c.Effect)
	}
	cause := s.occurrence(c.Cause)
	pair := [2]string{cause, effect}
	if cause == effect || s.pairs[pair] || s.pairs[[2]string{effect, cause}] {
		return
	}
	s.pairs[pair] = true
	s.counts[c.Rule]++
	confidence := statedConfidence
	if c.Hedged {
		confidence = hedgedConfidence
	}
	s.episode.Links = append(s.episode.Links, episodic.Link{
		Source: cause, Target: effect, Relation: episodic.RelationCauses, Basis: episodic.BasisExtracted, Confidence: &confidence,
		Note: fmt.Sprintf("%s: %s", c.Rule, text.Shorten(text.OneLine(c.Sentence), maxSentence)),
	})
}

// isSentence reports whether a text is the one sentence that says its cause last.
func isSentence(whole string, c prose.Cause) bool {
	return whole != "" && c.First && len(strings.TrimSpace(whole)) <= len(c.Sentence)+1 && strings.HasPrefix(c.Sentence, c.Effect)
}

// occurrence returns the id of the occurrence that says a text, which is a new event if there is none.
func (s *stating) occurrence(text string) string {
	key := alike(text)
	if id, known := s.at[key]; known {
		return id
	}
	s.event(episodic.Event{Type: episodic.EventOther, ReportedType: "statement", Content: s.o.r.clean(text, "")})
	id := s.episode.Events[len(s.episode.Events)-1].ID
	s.at[key] = id
	return id
}

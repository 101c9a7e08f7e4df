package intake

import (
	"strings"

	"github.com/causeway-memory/causeway/episodic"
)

// Order is what the times of two occurrences say about which came first.
type Order string

// The orders.
const (
	// OrderForward means that the source certainly came first, OrderBackward that the target did.
	OrderForward  Order = "forward"
	OrderBackward Order = "backward"
	// OrderUnknown means that the times do not say: one is unknown or only a day, or both are equal.
	OrderUnknown Order = "unknown"
)

// Chronology says which occurrences of one episode came first.
type Chronology struct {
	at map[string]episodic.Timestamp
	// commits are the commits of the commit events, by short id.
	commits map[string]string
}

// ChronologyOf returns the chronology of an episode. A commit event without an instant has that of
// another event of the episode with the same commit.
func ChronologyOf(e episodic.Episode) Chronology {
	c := Chronology{at: map[string]episodic.Timestamp{}, commits: map[string]string{}}
	for _, d := range e.Decisions {
		c.at[d.ID] = d.At
	}
	measured := map[string]episodic.Timestamp{}
	for _, v := range e.Events {
		c.at[v.ID] = v.At
		if commit := CommitOf(v); commit != "" {
			c.commits[v.ID] = commit
			if isInstant(v.At) {
				measured[commit] = v.At
			}
		}
	}
	for id, commit := range c.commits {
		if at, known := measured[commit]; known && !isInstant(c.at[id]) {
			c.at[id] = at
		}
	}
	return c
}

func isInstant(at episodic.Timestamp) bool {
	return !at.IsZero() && at.Precision == episodic.PrecisionInstant
}

// CommitOf returns the key of the commit that a commit event is about; empty if it names none or
// several.
func CommitOf(v episodic.Event) string {
	if v.Type != episodic.EventCommit {
		return ""
	}
	key := ""
	for _, m := range FindReferences(v.Content) {
		switch {
		case m.Reference.Kind != episodic.ReferenceCommit || m.Reference.Key == key:
		case key != "":
			return ""
		default:
			key = m.Reference.Key
		}
	}
	return key
}

// Order returns the order of the ends of a link, by their short ids. The outcome comes last. The order
// of an occurrence of another episode is unknown.
func (c Chronology) Order(source, target string) Order {
	switch {
	case target == episodic.OutcomeID || c.at[source].Before(c.at[target]):
		return OrderForward
	case source == episodic.OutcomeID || c.at[target].Before(c.at[source]):
		return OrderBackward
	default:
		return OrderUnknown
	}
}

// SameCommit reports whether two events are the same commit.
func (c Chronology) SameCommit(source, target string) bool {
	return c.commits[source] != "" && c.commits[source] == c.commits[target]
}

// Told returns a link as the times of its ends bear it out. What only the order in time suggests needs
// an order: without one the two merely go together, as somebody extracted. Other links are returned
// unchanged, as are those to other episodes, whose times are not known here.
func (c Chronology) Told(l episodic.Link) episodic.Link {
	if l.Basis != episodic.BasisTemporal || strings.Contains(l.Source+l.Target, "/") {
		return l
	}
	if order := c.Order(l.Source, l.Target); order == OrderForward || order == OrderBackward && l.Relation == episodic.RelationCorrelates {
		return l
	}
	l.Relation, l.Basis = episodic.RelationCorrelates, episodic.BasisExtracted
	return l
}

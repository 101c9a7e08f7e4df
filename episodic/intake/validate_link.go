package intake

import (
	"fmt"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
)

// ownIDs checks the ids of decisions and events and returns every own end that a link may name.
func (c *checker) ownIDs(e episodic.Episode) map[string]bool {
	first := map[string]string{}
	check := func(path, id string) {
		before := len(c.Problems)
		c.id(path, id, episodic.MaxShortID)
		switch where, isDuplicate := first[id]; {
		case len(c.Problems) > before:
		case id == episodic.OutcomeID:
			c.Invalid(path, "%q names the outcome of the episode; use another id", id)
		case isDuplicate:
			c.Add(problem.Problem{Path: path, Code: problem.CodeDuplicateID, Message: fmt.Sprintf("%q is already the id at %s", id, where)})
		default:
			first[id] = path
		}
	}
	for i, d := range e.Decisions {
		check(fmt.Sprintf("decisions[%d].id", i), d.ID)
	}
	for i, v := range e.Events {
		check(fmt.Sprintf("events[%d].id", i), v.ID)
	}
	own := map[string]bool{episodic.OutcomeID: true}
	for id := range first {
		own[id] = true
	}
	return own
}

func (c *checker) links(own map[string]bool, links []statedLink) {
	first := map[linkKey]statedLink{}
	for _, l := range links {
		enum(c, l.path+".relation", l.Relation, episodic.Relations())
		enum(c, l.path+".basis", l.Basis, episodic.Bases())
		c.text(l.path+".note", l.Note)
		if p := l.Confidence; p != nil && !(*p >= 0 && *p <= 1) {
			c.Invalid(l.path+".confidence", "%v is no confidence; use 0 to 1", *p)
		}
		c.ends(own, l)
		earlier, isDuplicate := first[key(l.Link)]
		if !isDuplicate {
			first[key(l.Link)] = l
			continue
		}
		c.checkConsistent(earlier, l)
		earlier.Link = merged(earlier.Link, l.Link)
		first[key(l.Link)] = earlier
	}
}

// ends checks the two ends of one link.
func (c *checker) ends(own map[string]bool, l statedLink) {
	c.end(l.source, l.Source, own)
	c.end(l.target, l.Target, own)
	if l.Source == l.Target && l.Source != "" {
		c.Invalid(l.path, "the link joins %q to itself", l.Source)
	}
	if strings.Contains(l.Source, "/") && strings.Contains(l.Target, "/") {
		c.Invalid(l.path, "neither %q nor %q is of this episode; state the link in an episode that has one end of it", l.Source, l.Target)
	}
}

func (c *checker) end(path, end string, own map[string]bool) {
	if !strings.Contains(end, "/") {
		if !own[end] {
			c.Add(problem.Problem{Path: path, Code: problem.CodeDanglingReference, Message: fmt.Sprintf("%q is no decision or event of this episode", episodic.Shorten(end, 80))})
		}
		return
	}
	episode, short, ok := episodic.SplitKey(end)
	if !ok || !isID(episode) || !isID(short) || len([]rune(episode)) > episodic.MaxEpisodeID || len([]rune(short)) > episodic.MaxShortID {
		c.Invalid(path, "%q is no key of an occurrence; use the episode's id, a slash and the short id", episodic.Shorten(end, 80))
	}
}

// checkConsistent rejects two contradicting statements of the same link, because only one of
// them could be stored.
func (c *checker) checkConsistent(a, b statedLink) {
	if a.Confidence != nil && b.Confidence != nil && *a.Confidence != *b.Confidence {
		c.Invalid(b.path, "the same link is at %s with another confidence", a.path)
	}
	if a.Note != "" && b.Note != "" && a.Note != b.Note {
		c.Invalid(b.path, "the same link is at %s with another note", a.path)
	}
}

package sqlitestore

import (
	_ "embed"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
)

var (
	//go:embed sql/episodic/record_occurrence.sql
	recordOccurrence statement
	//go:embed sql/episodic/record_reference.sql
	recordReference statement
	//go:embed sql/episodic/record_mention.sql
	recordMention statement
	//go:embed sql/episodic/list_mentioned.sql
	listMentioned statement
	//go:embed sql/episodic/remove_mentions.sql
	removeMentions statement
	//go:embed sql/episodic/remove_occurrences.sql
	removeOccurrences statement
	//go:embed sql/episodic/remove_unmentioned.sql
	removeUnmentioned statement
	//go:embed sql/causal/remove_links.sql
	removeLinks statement
	//go:embed sql/causal/remove_cross_links.sql
	removeCrossLinks statement
)

// layerTables draws, and removes, what follows from the content of some episodes: occurrences,
// links and mentions.
type layerTables struct {
	*tx
	project string
	// drawn are the numbers of the episodes that were drawn.
	drawn []int64
	// weight is the number of these episodes, with their decisions and events.
	weight int
	// mentioned are the references that what was removed mentioned.
	mentioned []int64
	// attributes are those that what was removed had.
	attributes []int64
}

// remove takes away what is drawn of some episodes.
func (l *layerTables) remove(episodes []int64) error {
	if len(episodes) == 0 {
		return nil
	}
	if err := l.removeAttributes(episodes); err != nil {
		return err
	}
	p := params{"episodes": episodes}
	err := l.query(listMentioned, p, func(r *row) { l.mentioned = append(l.mentioned, r.int64("reference")) })
	if err != nil {
		return err
	}
	for _, st := range []statement{removeLinks, removeCrossLinks, removeMentions, removeOccurrences} {
		if err := l.exec(st, p); err != nil {
			return err
		}
	}
	return nil
}

// draw draws what one episode holds; nothing of it is drawn yet.
func (l *layerTables) draw(episode int64, e intake.Write) error {
	l.drawn = append(l.drawn, episode)
	l.weight += 1 + len(e.Episode.Decisions) + len(e.Episode.Events)
	numbers, err := l.drawOccurrences(episode, e.Occurrences)
	if err != nil {
		return err
	}
	if err := l.drawAttributes(episode); err != nil {
		return err
	}
	if err := l.drawMentions(episode, e, numbers); err != nil {
		return err
	}
	return l.drawLinks(episode, e, numbers)
}

// drawOccurrences returns the numbers of the occurrences by key.
func (l *layerTables) drawOccurrences(episode int64, occurrences []episodic.Occurrence) (map[string]int64, error) {
	numbers := make(map[string]int64, len(occurrences))
	return numbers, l.execAll(recordOccurrence, len(occurrences), func(i int) params {
		o := occurrences[i]
		_, short, _ := episodic.SplitKey(o.Key)
		p := params{
			"episode": episode, "short": short, "kind": string(o.Kind), "type": o.Type, "label": o.Label,
			"folded": foldedOrNull(o.Label), "at": orNull(o.At.String()), "outcome": nil, "position": o.Position,
		}
		if o.Outcome != episodic.OutcomeUnknown {
			p["outcome"] = string(o.Outcome)
		}
		return p
	}, func(i int) { numbers[occurrences[i].Key] = l.conn.LastInsertRowID() })
}

func (l *layerTables) drawMentions(episode int64, e intake.Write, numbers map[string]int64) error {
	seen := map[episodic.Reference]bool{}
	var references []string
	for _, m := range e.Mentions {
		if !seen[m.Reference] {
			seen[m.Reference] = true
			references = append(references, m.Reference.SortKey())
		}
	}
	err := l.execAll(recordReference, len(references), func(i int) params {
		return params{"project": l.project, "sort_key": references[i]}
	}, nil)
	if err != nil {
		return err
	}
	return l.execAll(recordMention, len(e.Mentions), func(i int) params {
		m := e.Mentions[i]
		spelling := m.As
		if spelling == m.Reference.Key {
			spelling = ""
		}
		return params{
			"project": l.project, "sort_key": m.Reference.SortKey(),
			"episode": episode, "occurrence": numbers[m.By], "spelling": spelling,
		}
	}, nil)
}

// removeUnmentioned removes the references that nothing mentions, and the attributes that nothing has, now that rows were removed.
func (l *layerTables) removeUnmentioned() error {
	if len(l.attributes) > 0 {
		if err := l.exec(removeUnusedAttributes, params{"attributes": l.attributes}); err != nil {
			return err
		}
	}
	if len(l.mentioned) == 0 {
		return nil
	}
	return l.exec(removeUnmentioned, params{"references": l.mentioned})
}

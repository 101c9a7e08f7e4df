package neo4jstore

import (
	"cmp"
	"maps"
	"slices"

	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
)

// layerRow draws, and removes, what follows from the content of some episodes: occurrences,
// links and mentions. All rows of one kind go in one statement.
type layerRow struct {
	*tx
	project     string
	ids         []string
	occurrences map[episodic.Kind][]params
	options     []params
	links       map[episodic.Relation][]params
	crossLinks  []params
	references  map[episodic.Reference]bool
	byEpisode   []params
	byKey       []params
	// across are other episodes that state links to or from these.
	across []string
}

// add prepares the rows of one episode.
func (l *layerRow) add(e intake.Write) {
	if l.occurrences == nil {
		l.occurrences = map[episodic.Kind][]params{}
		l.links = map[episodic.Relation][]params{}
		l.references = map[episodic.Reference]bool{}
	}
	l.ids = append(l.ids, e.Episode.ID)
	rows := map[episodic.Kind][]params{}
	for _, o := range e.Occurrences {
		rows[o.Kind] = append(rows[o.Kind], occurrenceProperties(l.project, e.Episode, o))
	}
	for kind, of := range rows {
		l.occurrences[kind] = append(l.occurrences[kind], params{"id": e.Episode.ID, "occurrences": of})
	}
	for _, m := range e.Mentions {
		l.references[m.Reference] = true
		row := params{"by": m.By, "kind": string(m.Reference.Kind), "key": m.Reference.Key, "as": m.As}
		if m.By == e.Episode.ID {
			l.byEpisode = append(l.byEpisode, row)
		} else {
			l.byKey = append(l.byKey, row)
		}
	}
	l.addOptions(e.Episode)
	l.addLinks(e)
}

// remove takes away what is drawn of some present episodes and returns the references that
// they mentioned, by sort key.
func (l *layerRow) remove(ids []string) ([]string, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	p := params{"project": l.project, "ids": ids}
	var mentioned []string
	err := l.query(cypher.ListMentioned, p, func(r *row) { mentioned = append(mentioned, r.text("sortKey")) })
	if err != nil {
		return nil, err
	}
	return mentioned, l.exec(cypher.RemoveLayers, p)
}

// removeUnmentioned removes the references among these that nothing mentions now.
func (l *layerRow) removeUnmentioned(sortKeys []string) error {
	if len(sortKeys) == 0 {
		return nil
	}
	slices.Sort(sortKeys)
	return l.exec(cypher.RemoveUnmentioned, params{"project": l.project, "sortKeys": sortKeys})
}

// draw writes all rows, and the links to and from other episodes whose ends are now there.
func (l *layerRow) draw() error {
	steps := []struct {
		statement cypher.Statement
		name      string
		rows      []params
	}{
		{cypher.RecordDecisions, "episodes", l.occurrences[episodic.KindDecision]},
		{cypher.RecordEvents, "episodes", l.occurrences[episodic.KindEvent]},
		{cypher.RecordOutcomes, "episodes", l.occurrences[episodic.KindOutcome]},
		{cypher.RecordOptions, "options", l.options},
		{cypher.RecordReferences, "references", l.referenceRows()},
		{cypher.RecordEpisodeMentions, "mentions", l.byEpisode},
		{cypher.RecordOccurrenceMentions, "mentions", l.byKey},
		{cypher.RecordCrossLinks, "links", l.crossLinks},
	}
	for _, step := range steps {
		if len(step.rows) == 0 {
			continue
		}
		if err := l.exec(step.statement, params{"project": l.project, step.name: step.rows}); err != nil {
			return err
		}
	}
	if err := l.addDrawable(); err != nil {
		return err
	}
	return l.drawLinks()
}

func (l *layerRow) referenceRows() []params {
	refs := slices.SortedFunc(maps.Keys(l.references), func(a, b episodic.Reference) int {
		return cmp.Compare(a.SortKey(), b.SortKey())
	})
	rows := make([]params, len(refs))
	for i, r := range refs {
		rows[i] = params{"kind": string(r.Kind), "key": r.Key, "sortKey": r.SortKey(), "label": r.Key}
	}
	return rows
}

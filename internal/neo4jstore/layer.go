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

// record writes episodes and revisions, and draws all rows, with the links to and from other
// episodes whose ends are now there.
func (l *layerRow) record(episodes, revisions []params) error {
	p := params{
		"project": l.project, "episodes": rows(episodes), "revisions": rows(revisions), "drawn": list(l.ids),
		"decisions": rows(l.occurrences[episodic.KindDecision]), "events": rows(l.occurrences[episodic.KindEvent]),
		"outcomes": rows(l.occurrences[episodic.KindOutcome]), "options": rows(l.options), "references": rows(l.referenceRows()),
		"episodeMentions": rows(l.byEpisode), "occurrenceMentions": rows(l.byKey), "crossLinks": rows(l.crossLinks),
	}
	for _, relation := range episodic.Relations() {
		p[string(relation)] = rows(l.links[relation])
	}
	return l.query(cypher.RecordEpisodes, p, func(r *row) {
		for _, id := range r.texts("across") {
			if !slices.Contains(l.ids, id) {
				l.across = append(l.across, id)
			}
		}
	})
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

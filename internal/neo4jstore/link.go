package neo4jstore

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
)

// linkID is the same for the same link, whenever and in whatever order it is written.
func linkID(project, episode, source, target string, relation episodic.Relation, basis episodic.Basis) string {
	parts := []string{project, episode, source, target, string(relation), string(basis)}
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:16])
}

// addLinks prepares the links of one episode. Those inside it are drawn; those to or from
// other episodes are kept as statements first.
func (l *layer) addLinks(e episodeWrite) {
	id := e.Episode.ID
	for _, link := range e.Episode.Links {
		source, target := episodic.OccurrenceKey(id, link.Source), episodic.OccurrenceKey(id, link.Target)
		properties := params{
			"id":    linkID(l.project, id, source, target, link.Relation, link.Basis),
			"basis": string(link.Basis), "episode": id, "recordedAt": e.recordedAt, "note": orNull(link.Note),
		}
		if link.Confidence != nil {
			properties["confidence"] = *link.Confidence
		}
		other := otherEpisode(id, source, target)
		if other == "" {
			l.addLink(link.Relation, source, target, properties)
			continue
		}
		properties["project"], properties["otherEpisode"] = l.project, other
		properties["source"], properties["target"] = source, target
		properties["relation"], properties["label"] = string(link.Relation), source+" "+string(link.Relation)+" "+target
		l.crossLinks = append(l.crossLinks, params{"episode": id, "properties": properties})
	}
}

func (l *layer) addLink(relation episodic.Relation, source, target string, properties params) {
	l.links[relation] = append(l.links[relation], params{"source": source, "target": target, "properties": properties})
}

// otherEpisode returns the episode, other than id, that a link touches; "" when none.
func otherEpisode(id, source, target string) string {
	for _, key := range []string{source, target} {
		if other, _, ok := episodic.SplitKey(key); ok && other != id {
			return other
		}
	}
	return ""
}

// addDrawable prepares the links between episodes that these episodes state or take part
// in and whose ends are both there. None of them is drawn: an end of each is new.
func (l *layer) addDrawable() error {
	return l.query(cypher.ListDrawable, params{"project": l.project, "ids": l.ids}, func(r *row) {
		link := r.link()
		properties := params{
			"id": link.ID, "basis": string(link.Basis), "episode": link.Episode,
			"recordedAt": link.RecordedAt, "note": orNull(link.Note),
		}
		if link.Confidence != nil {
			properties["confidence"] = *link.Confidence
		}
		l.addLink(link.Relation, r.text("source"), r.text("target"), properties)
	})
}

func (l *layer) drawLinks() error {
	statements := map[episodic.Relation]cypher.Statement{
		episodic.RelationCauses:     cypher.RecordCauses,
		episodic.RelationEnables:    cypher.RecordEnables,
		episodic.RelationPrevents:   cypher.RecordPrevents,
		episodic.RelationCorrelates: cypher.RecordCorrelates,
	}
	for _, relation := range episodic.Relations() {
		if rows := l.links[relation]; len(rows) > 0 {
			if err := l.exec(statements[relation], params{"project": l.project, "links": rows}); err != nil {
				return err
			}
		}
	}
	return nil
}

// relationType returns the relationship type of a relation.
func relationType(r episodic.Relation) string { return strings.ToUpper(string(r)) }

// relationTypes returns the relationship types of some relations.
func relationTypes(relations []episodic.Relation) []string {
	out := make([]string, len(relations))
	for i, r := range relations {
		out[i] = relationType(r)
	}
	return out
}

// link reads the columns of a link; relation is the relation or its relationship type.
func (r *row) link() causal.Link {
	return causal.Link{
		ID: r.text("id"), Relation: episodic.Relation(strings.ToLower(r.text("relation"))),
		Basis: episodic.Basis(r.text("basis")), Confidence: r.maybeNumber("confidence"),
		Note: r.maybeText("note"), Episode: r.text("linkEpisode"), RecordedAt: r.time("recordedAt"),
	}
}

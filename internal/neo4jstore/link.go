package neo4jstore

import (
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/trace"
	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
)

// addLinks prepares the links of one episode. Those inside it are drawn; those to or from
// other episodes are kept as statements first.
func (l *layerRow) addLinks(e intake.Write) {
	for _, link := range e.StoredLinks(l.project) {
		if link.Other == "" {
			l.addLink(link)
			continue
		}
		p := linkProperties(link)
		p["project"], p["otherEpisode"] = l.project, link.Other
		p["source"], p["target"] = link.Source, link.Target
		p["relation"], p["label"] = string(link.Relation), link.Source+" "+string(link.Relation)+" "+link.Target
		l.crossLinks = append(l.crossLinks, params{"episode": link.Episode, "properties": p})
	}
}

func (l *layerRow) addLink(link intake.StoredLink) {
	row := params{"source": link.Source, "target": link.Target, "properties": linkProperties(link)}
	l.links[link.Relation] = append(l.links[link.Relation], row)
}

// linkProperties are the properties of the relationship.
func linkProperties(link intake.StoredLink) params {
	p := params{
		"id": link.ID, "basis": string(link.Basis), "episode": link.Episode,
		"recordedAt": link.RecordedAt, "note": orNull(link.Note),
	}
	if link.Confidence != nil {
		p["confidence"] = *link.Confidence
	}
	return p
}

// addDrawable prepares the links between episodes that these episodes state or take part
// in and whose ends are both there. None of them is drawn: an end of each is new.
func (l *layerRow) addDrawable() error {
	return l.query(cypher.ListDrawable, params{"project": l.project, "ids": l.ids}, func(r *row) {
		link := r.link()
		if !slices.Contains(l.ids, link.Episode) && !slices.Contains(l.across, link.Episode) {
			l.across = append(l.across, link.Episode)
		}
		l.addLink(intake.StoredLink{
			ID: link.ID, Source: r.text("source"), Target: r.text("target"), Relation: link.Relation, Basis: link.Basis,
			Confidence: link.Confidence, Note: link.Note, Episode: link.Episode, RecordedAt: link.RecordedAt,
		})
	})
}

func (l *layerRow) drawLinks() error {
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
func (r *row) link() trace.Link {
	return trace.Link{
		ID: r.text("id"), Relation: episodic.Relation(strings.ToLower(r.text("relation"))),
		Basis: episodic.Basis(r.text("basis")), Confidence: r.maybeNumber("confidence"),
		Note: r.maybeText("note"), Episode: r.text("linkEpisode"), RecordedAt: r.time("recordedAt"),
	}
}

package neo4jstore

import (
	"strings"

	"github.com/causeway-memory/causeway/causal/trace"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
)

// addLinks prepares the links of one episode. Those inside it are drawn; those to or from
// other episodes are kept as statements first.
func (l *layerRow) addLinks(e intake.Write) {
	for _, link := range e.StoredLinks(l.project) {
		if link.Other == "" {
			row := params{"source": link.Source, "target": link.Target, "properties": linkProperties(link)}
			l.links[link.Relation] = append(l.links[link.Relation], row)
			continue
		}
		p := linkProperties(link)
		p["project"], p["otherEpisode"] = l.project, link.Other
		p["source"], p["target"] = link.Source, link.Target
		p["relation"], p["label"] = string(link.Relation), link.Source+" "+string(link.Relation)+" "+link.Target
		l.crossLinks = append(l.crossLinks, params{"episode": link.Episode, "properties": p})
	}
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

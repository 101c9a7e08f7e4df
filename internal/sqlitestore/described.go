package sqlitestore

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/chunk"
	"github.com/causeway-memory/causeway/episodic/intake"
)

var (
	//go:embed sql/episodic/describe_deleted.sql
	describeDeleted statement
	//go:embed sql/episodic/list_undescribed.sql
	listUndescribed statement
)

// description is what filters ask of a deleted episode, of which nothing is drawn that could
// say it.
type description struct {
	DecisionTypes []episodic.DecisionType `json:"decisionTypes"`
	// References are their sort keys.
	References []string `json:"references"`
	Failed     bool     `json:"failed"`
}

// described is the description of an episode as JSON.
func described(p episodic.Prepared) (string, error) {
	d := description{References: []string{}, DecisionTypes: []episodic.DecisionType{}, Failed: chunk.Failed(p.Episode)}
	for _, m := range p.Mentions {
		d.References = append(d.References, m.Reference.SortKey())
	}
	d.References = distinct(d.References)
	for _, decision := range p.Episode.Decisions {
		if !slices.Contains(d.DecisionTypes, decision.Type) {
			d.DecisionTypes = append(d.DecisionTypes, decision.Type)
		}
	}
	text, err := json.Marshal(d)
	if err != nil {
		return "", fmt.Errorf("describe episode %q: %w", p.Episode.ID, err)
	}
	return string(text), nil
}

// describe notes what filters ask of a deleted episode.
func (t *tx) describe(project, id string) error {
	e, err := t.deletedEpisode(project, id)
	if err != nil {
		return err
	}
	p, err := intake.Prepare(e)
	if err != nil {
		return fmt.Errorf("prepare its last content: %w", err)
	}
	text, err := described(p)
	if err != nil {
		return err
	}
	return t.exec(describeDeleted, params{"project": project, "id": id, "described": text})
}

// describeAll describes what was deleted before descriptions were kept.
func (t *tx) describeAll() error {
	var keys [][2]string
	err := t.query(listUndescribed, nil, func(r *row) { keys = append(keys, [2]string{r.text("project"), r.text("id")}) })
	if err != nil {
		return err
	}
	for _, k := range keys {
		if err := t.describe(k[0], k[1]); err != nil {
			return fmt.Errorf("describe deleted episode %q of %q: %w", k[1], k[0], err)
		}
	}
	return nil
}

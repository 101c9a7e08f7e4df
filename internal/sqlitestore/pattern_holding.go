package sqlitestore

import (
	_ "embed"
	"fmt"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
)

var (
	//go:embed sql/pattern/get_evidence_in.sql
	getEvidenceIn statement
	//go:embed sql/pattern/get_evidence_of.sql
	getEvidenceOf statement
	//go:embed sql/pattern/put_evidence.sql
	putEvidence statement
	//go:embed sql/pattern/remove_evidence.sql
	removeEvidence statement
	//go:embed sql/pattern/list_holding.sql
	listHolding statement
	//go:embed sql/pattern/list_contributing.sql
	listContributing statement
	//go:embed sql/pattern/list_told_states.sql
	listToldStates statement
)

// EvidenceIn implements [patterns.Tx].
func (t *patternTx) EvidenceIn(episodes []string) ([]patterns.Evidence, error) {
	return t.evidence(getEvidenceIn, params{"project": t.projectNumber, "episodes": distinct(episodes)})
}

// EvidenceOf implements [patterns.Tx].
func (t *patternTx) EvidenceOf(keys []string) ([]patterns.Evidence, error) {
	return t.evidence(getEvidenceOf, params{"project": t.projectNumber, "patterns": distinct(keys)})
}

func (t *patternTx) evidence(st statement, p params) ([]patterns.Evidence, error) {
	var out []patterns.Evidence
	err := t.query(st, p, func(r *row) { out = append(out, r.trial()) })
	return out, err
}

// PutEvidence implements [patterns.Tx].
func (t *patternTx) PutEvidence(put []patterns.Evidence) error {
	var missing error
	err := t.execAll(putEvidence, len(put), func(i int) params { return trialParams(t.projectNumber, put[i]) }, func(i int) {
		if t.conn.Changes() == 0 && missing == nil {
			missing = fmt.Errorf("there is no pattern %s or no episode %q to be evidence: %w", put[i].Pattern, put[i].Episode, episodic.ErrNotFound)
		}
	})
	if err != nil {
		return err
	}
	return missing
}

// RemoveEvidence implements [patterns.Tx].
func (t *patternTx) RemoveEvidence(keys []patterns.EvidenceKey) error {
	return t.execAll(removeEvidence, len(keys), func(i int) params {
		return params{"project": t.projectNumber, "pattern": keys[i].Pattern, "episode": keys[i].Episode}
	}, nil)
}

// Observed implements [patterns.Tx].
func (t *patternTx) Observed(factors, episodes, variables []string) ([]patterns.Observed, error) {
	st, p := listHolding, params{"layer": t.number, "factors": distinct(factors)}
	if episodes != nil {
		st, p = listContributing, params{"project": t.projectNumber, "layer": t.number, "ids": distinct(episodes)}
	}
	var out []patterns.Observed
	var numbers []int64
	at := map[int64]int{}
	err := t.query(st, p, func(r *row) {
		number := r.int64("episode")
		at[number] = len(out)
		numbers = append(numbers, number)
		out = append(out, r.observedEpisode())
	})
	if err != nil || len(out) == 0 || len(variables) == 0 {
		return out, err
	}
	p = params{"layer": t.number, "episodes": numbers, "hashes": nameHashes(distinct(variables))}
	err = t.query(listToldStates, p, func(r *row) {
		one := &out[at[r.int64("episode")]]
		one.Observations = append(one.Observations, contribution.Observation{
			Identity: r.identity("variable", "state"), Kinds: readKinds(r.integer("kinds")), Order: r.maybeOrder("at"),
		})
	})
	return out, err
}

// observedEpisode reads what is known of an episode besides its states.
func (r *row) observedEpisode() patterns.Observed {
	return patterns.Observed{
		Episode: r.text("id"), Seen: r.micros("seen"), Outcome: episodic.Outcome(r.text("outcome")), Errors: r.flag("errors"),
	}
}

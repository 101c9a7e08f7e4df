package harness

import (
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
)

// RecordBase writes one episode, which others may name.
func (p *Project) RecordBase() {
	p.T.Helper()
	p.Record(Vars{
		"id": "base", "task": "there before", "decisions": []Vars{{"id": "d001", "chosen": "yes"}},
		"events": []Vars{{"id": "e001", "content": "step"}},
	})
}

// SharedCause is a factor that projects of several tests have under the same key, with a link to
// [SharedEffect].
func SharedCause() factor.Identity {
	return factor.Identity{Variable: "shared cause", State: factor.StateOccurred}
}

// SharedEffect is the other factor.
func SharedEffect() factor.Identity {
	return factor.Identity{Variable: "shared effect", State: factor.StateOccurred}
}

// SharedLink is the key of the link between them.
func SharedLink() string {
	return link.FactorLinkKey(SharedCause().Key(), episodic.RelationCauses, SharedEffect().Key())
}

// Sharing is an episode with two factors and a link from one to the other.
func Sharing(id string) Vars {
	return Vars{
		"id": id, "task": "a cause and its effect",
		"events": []Vars{{"id": "e002", "content": "the cause", "factor": "shared cause"}, {"id": "e003", "content": "the effect", "factor": "shared effect"}},
		"links":  []Vars{{"source": "e002", "relation": "CAUSES", "target": "e003"}},
	}
}

// Merge takes factors for another one.
func (p *Project) Merge(into string, from ...string) {
	p.T.Helper()
	Get[any](p, `mutation($project: String!, $from: [String!]!, $into: String!) { mergeFactors(project: $project, from: $from, into: $into) { derivation { pending } } }`,
		Vars{"from": from, "into": into})
}

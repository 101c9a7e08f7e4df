package answers_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/tokens"
	"github.com/causeway-memory/causeway/tests/harness"
)

// occurredKey is the key of a factor that is known by its variable alone.
func occurredKey(variable string) string {
	return factor.Identity{Variable: variable, State: factor.StateOccurred}.Key()
}

// TestFactors_BadInput wants clear answers to what cannot be done, and soon.
func TestFactors_BadInput(t *testing.T) {
	harness.EmbeddedOnly(t)
	p, other := newProject(t), newProject(t)
	p.Record(harness.Sharing("ep"))
	p.state("merged away", "CAUSES", "shared effect", 1)
	p.Merge(occurredKey("shared cause"), occurredKey("merged away"))
	other.Record(harness.Sharing("ep"))
	other.state("elsewhere", "CAUSES", "shared effect", 1)
	cause, effect, away := harness.SharedCause().Key(), harness.SharedEffect().Key(), occurredKey("merged away")
	link := func(source, target, more string) string {
		return fmt.Sprintf(`mutation($project: String!) { recordFactorLink(project: $project, input: {source: {%s}, relation: CAUSES, target: {%s}, origin: "test"%s}) { changed } }`, source, target, more)
	}
	merge := func(into string, from ...string) string {
		return fmt.Sprintf(`mutation($project: String!) { mergeFactors(project: $project, from: ["%s"], into: %q) { factor { key } } }`, strings.Join(from, `", "`), into)
	}
	for why, c := range map[string]struct{ query, codes, says string }{
		"a link from a factor to itself":     {link(`variable: "a"`, `variable: "a"`, ""), "INVALID_INPUT input.target", "itself"},
		"a strength of nothing":              {link(`variable: "a"`, `variable: "b"`, ", strength: 0"), "INVALID_INPUT input.strength", "strength"},
		"a strength out of range":            {link(`variable: "a"`, `variable: "b"`, ", strength: 1.5"), "INVALID_INPUT input.strength", "1.5"},
		"a confidence out of range":          {link(`variable: "a"`, `variable: "b"`, ", confidence: -1"), "INVALID_INPUT input.confidence", "-1"},
		"an end without a name":              {link(`state: "yes"`, `variable: "b"`, ""), "INVALID_INPUT input.source", "variable"},
		"an end with two names":              {link(fmt.Sprintf(`variable: "a", key: %q`, cause), `variable: "b"`, ""), "INVALID_INPUT input.source", "not by both"},
		"an end that is not there":           {link(`key: "0000000000000000"`, `variable: "b"`, ""), "NOT_FOUND", "0000000000000000"},
		"an end of another project":          {link(fmt.Sprintf(`key: "Factor:%s/%s"`, other.Name, cause), `variable: "b"`, ""), "INVALID_INPUT input.source.key", "another project"},
		"a merge of a factor with itself":    {merge(cause, cause), "INVALID_INPUT from[0]", "itself"},
		"a merge of a factor named twice":    {merge(cause, effect, effect), "INVALID_INPUT from[1]", "twice"},
		"a merge of an unknown factor":       {merge(cause, "0000000000000000"), "NOT_FOUND", "0000000000000000"},
		"a merge across projects":            {merge(cause, "Factor:"+other.Name+"/"+effect), "INVALID_INPUT from[0]", "another project"},
		"a merge with what only others have": {merge(cause, occurredKey("elsewhere")), "NOT_FOUND", "not found"},
		"a merge in a circle":                {merge(away, cause), "INVALID_INPUT into", "was merged into"},
		"a split of what it has not": {
			fmt.Sprintf(`mutation($project: String!) { splitFactor(project: $project, factor: %q, occurrences: ["ep/e003"], into: {variable: "x", state: "y"}) { factor { key } } }`, cause),
			"INVALID_INPUT occurrences[0]", "not an occurrence",
		},
		"a split of what was not merged": {
			fmt.Sprintf(`mutation($project: String!) { splitFactor(project: $project, factor: %q, members: [%q]) { factor { key } } }`, cause, effect),
			"INVALID_INPUT members[0]", "not merged",
		},
		"a statement that is not there": {`mutation($project: String!) { removeFactorLink(project: $project, key: "0000") { removedKey } }`, "NOT_FOUND", ""},
		"an unknown factor":             {`query($project: String!) { factor(project: $project, key: "0000") { key } }`, "NOT_FOUND", "0000"},
		"an unknown link":               {`query($project: String!) { factorLink(project: $project, key: "0000") { key } }`, "NOT_FOUND", "0000"},
		"both a middle and two ends":    {`query($project: String!) { project(name: $project) { causalGraph(of: "a", from: "b", to: "c") { status } } }`, "INVALID_INPUT of", ""},
		"a path too deep":               {`query($project: String!) { factorPath(project: $project, from: "a", to: "b", mode: ALL_SIMPLE, maxDepth: 11) { status } }`, "INVALID_INPUT maxDepth", "11"},
	} {
		began := time.Now()
		a := p.Ask(c.query, nil)
		if a.Codes() != c.codes || !strings.Contains(a.Text(), c.says) {
			t.Errorf("%s: %q %s, want %q with %q", why, a.Codes(), a.Text(), c.codes, c.says)
		}
		if took := time.Since(began); enginetest.TooLong(t, took, 10*time.Second) {
			t.Errorf("%s: took %s", why, took)
		}
	}
}

// TestFactors_Contradictions records what speaks against itself: the answers say so.
func TestFactors_Contradictions(t *testing.T) {
	p := newProject(t)
	for i := range 12 {
		e := harness.Sharing(fmt.Sprintf("ep-%02d", i))
		e["startedAt"] = fmt.Sprintf("2026-03-%02dT00:00:00Z", i+1)
		cause, effect := "2026-03-20T10:00:00Z", "2026-03-20T11:00:00Z"
		if i%2 == 1 { // an effect before its cause
			cause, effect = effect, cause
		}
		events := e["events"].([]vars)
		events[0]["at"], events[1]["at"] = cause, effect
		if i%3 == 2 {
			e["links"] = []vars{{"source": "e003", "relation": "CAUSES", "target": "e002"}}
		}
		p.Record(e)
	}
	for i := range 12 { // and the cause without its effect
		p.Record(vars{"id": fmt.Sprintf("none-%02d", i), "task": "nothing came of it", "startedAt": "2026-04-01", "events": []vars{{"id": "e002", "content": "the cause", "factor": "shared cause"}}})
	}
	harness.Get[any](p, `mutation($project: String!) { declareClosedWorld(project: $project, variables: ["shared cause", "shared effect"]) { rules { visibility } } }`, nil)
	type page = harness.Connection[struct {
		Cell, Basis *string
		Text        string
		Episode     struct{ Key string }
	}]
	l := harness.Get[struct {
		FactorLink struct {
			Both, SourceOnly, Forward, Backward int
			AmbiguousDirection                  bool
			Explain                             string
			Supporting, Contradicting           page
			Past                                struct{ TotalCount int }
		}
	}](p, `query($project: String!, $key: String!) { factorLink(project: $project, key: $key) { both sourceOnly forward backward ambiguousDirection explain
		supporting(first: 5) { ...page } contradicting(first: 5) { ...page } past: supporting(asOf: "2026-03-04") { totalCount } } }
		fragment page on EvidenceConnection { totalCount edges { cursor node { cell basis text episode { key } } } pageInfo { hasNextPage endCursor } }`,
		vars{"key": harness.SharedLink()}).FactorLink
	if l.Both != 12 || l.SourceOnly != 12 || l.Forward != 6 || l.Backward != 6 || !l.AmbiguousDirection {
		t.Errorf("the link: %+v", l)
	}
	if l.Supporting.TotalCount != 12 || l.Contradicting.TotalCount != 12 || l.Past.TotalCount != 4 || !l.Supporting.PageInfo.HasNextPage || len(l.Supporting.Edges) != 5 {
		t.Errorf("evidence: %d for it, %d against it, %d until a day in the past", l.Supporting.TotalCount, l.Contradicting.TotalCount, l.Past.TotalCount)
	}
	first, against := l.Supporting.Edges[0].Node, l.Contradicting.Edges[0].Node
	if first.Episode.Key != "ep-00" || *first.Cell != "BOTH" || first.Basis == nil || against.Episode.Key != "none-00" || *against.Cell != "SOURCE_ONLY" || against.Basis != nil {
		t.Errorf("the first of each: %+v %+v", first, against)
	}
	if n, err := tokens.New().CountTokens(l.Explain); err != nil || n >= 200 || !strings.Contains(l.Explain, "direction") {
		t.Errorf("%d tokens (%v): %s", n, err, l.Explain)
	}
	p.walksEvidence(12)
	p.pastEvidence()
	circle := harness.Get[struct{ FactorPath factorPaths }](p, `query($project: String!) { factorPath(project: $project, from: "shared cause", to: "shared cause") {
		status explain paths { length strength from { label } hops { to { label } } } } }`, nil).FactorPath
	if circle.Status != "FOUND" || len(circle.Paths) != 1 || circle.Paths[0].Length != 0 {
		t.Errorf("around a circle: %+v", circle)
	}
	p.rebuildsAlike()
}

// pastEvidence asks for links as of a day, whose evidence then ends with that day too, unless
// another day is named.
func (p *project) pastEvidence() {
	p.T.Helper()
	type link struct {
		Both            int
		Supporting, All struct{ TotalCount int }
	}
	type path struct{ Hops []struct{ Link link } }
	got := harness.Get[struct {
		FactorPath   struct{ Paths []path }
		FactorCauses struct {
			Edges []struct{ Path path }
		}
		Project struct{ CausalGraph struct{ Links []link } }
	}](p, `query($project: String!) {
		factorPath(project: $project, from: "shared cause", to: "shared effect", follow: {asOf: "2026-03-04"}) { paths { hops { link { ...counts } } } }
		factorCauses(project: $project, of: "shared effect", follow: {asOf: "2026-03-04"}) { edges { path { hops { link { ...counts } } } } }
		project(name: $project) { causalGraph(of: "shared effect", follow: {asOf: "2026-03-04"}) { links { ...counts } } } }
		fragment counts on FactorLink { both supporting { totalCount } all: supporting(asOf: "2027-01-01") { totalCount } }`, nil)
	if len(got.FactorPath.Paths) != 1 || len(got.FactorCauses.Edges) == 0 || len(got.Project.CausalGraph.Links) == 0 {
		p.T.Fatalf("as of a day: %+v", got)
	}
	for why, l := range map[string]link{
		"factorPath": got.FactorPath.Paths[0].Hops[0].Link, "factorCauses": got.FactorCauses.Edges[0].Path.Hops[0].Link,
		"causalGraph": got.Project.CausalGraph.Links[0],
	} {
		if l.Both != 4 || l.Supporting.TotalCount != 4 || l.All.TotalCount != 12 {
			p.T.Errorf("%s: %d counted, %d shown, %d until later", why, l.Both, l.Supporting.TotalCount, l.All.TotalCount)
		}
	}
}

// walksEvidence reads the evidence page by page and wants each episode once.
func (p *project) walksEvidence(want int) {
	p.T.Helper()
	const query = `query($project: String!, $key: String!, $after: String) { factorLink(project: $project, key: $key) { supporting(first: 5, after: $after) {
		edges { node { episode { key } } } pageInfo { hasNextPage endCursor } } } }`
	seen := map[string]bool{}
	for v := (vars{"key": harness.SharedLink()}); ; {
		c := harness.Get[struct {
			FactorLink struct {
				Supporting harness.Connection[struct{ Episode struct{ Key string } }]
			}
		}](p, query, v).FactorLink.Supporting
		for _, e := range c.Edges {
			if seen[e.Node.Episode.Key] {
				p.T.Errorf("%s comes twice", e.Node.Episode.Key)
			}
			seen[e.Node.Episode.Key] = true
		}
		if !c.PageInfo.HasNextPage {
			break
		}
		v["after"] = *c.PageInfo.EndCursor
	}
	if len(seen) != want {
		p.T.Errorf("%d episodes, want %d", len(seen), want)
	}
}

// TestFactors_MergeAndSplit merges two factors, sees it in what is recorded later and after a
// rebuild, and takes it back.
func TestFactors_MergeAndSplit(t *testing.T) {
	p := newProject(t)
	p.Record(harness.Sharing("before"))
	p.Merge(harness.SharedEffect().Key(), harness.SharedCause().Key())
	p.Record(harness.Sharing("after"))
	type factor struct {
		Label, Explain string
		Frequency      int
		Members        []struct{ From struct{ Label string } }
		Occurrences    struct{ TotalCount int }
	}
	look := func() factor {
		return harness.Get[struct{ Factor factor }](p, `query($project: String!, $key: String!) { factor(project: $project, key: $key) {
			label explain frequency members { from { label } } occurrences { totalCount } } }`, vars{"key": harness.SharedEffect().Key()}).Factor
	}
	if f := look(); f.Frequency != 2 || f.Occurrences.TotalCount != 4 || len(f.Members) != 1 || f.Members[0].From.Label != "shared cause" || !strings.Contains(f.Explain, "2 episodes") {
		t.Errorf("merged: %+v", f)
	}
	p.rebuildsAlike()
	split := harness.Get[struct {
		SplitFactor struct {
			Parts      []struct{ Label string }
			Derivation struct{ Pending int }
		}
	}](p, `mutation($project: String!, $factor: String!, $members: [String!]) { splitFactor(project: $project, factor: $factor, members: $members) { parts { label } derivation { pending } } }`,
		vars{"factor": harness.SharedEffect().Key(), "members": []string{harness.SharedCause().Key()}}).SplitFactor
	if f := look(); f.Occurrences.TotalCount != 2 || len(f.Members) != 0 || split.Derivation.Pending != 0 || len(split.Parts) != 1 || split.Parts[0].Label != "shared cause" {
		t.Errorf("split: %+v %+v", f, split)
	}
	o := harness.Get[struct {
		Occurrence struct{ Factor struct{ Label string } }
	}](p, `query($project: String!) { occurrence(project: $project, key: "after/e002") { factor { label } } }`, nil).Occurrence
	if o.Factor.Label != "shared cause" {
		t.Errorf("the occurrence is of factor %q", o.Factor.Label)
	}
}

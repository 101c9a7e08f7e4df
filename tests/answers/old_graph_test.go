package answers_test

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/tests/harness"
)

const importGraphs = `mutation($project: String!, $input: ImportCausalGraphInput!) {
	importCausalGraph(project: $project, input: $input) {
		job { state report { dryRun complete files created unchanged refused notWritten repairs
			reports { name status repairs { rule kind path detail } problems { path code message } } } }
	}
}`

// importOldGraphs imports causal graphs of earlier tools.
func (p *project) importOldGraphs(input vars) harness.Imported {
	p.T.Helper()
	job := harness.Get[struct {
		ImportCausalGraph struct {
			Job struct {
				State  string
				Report harness.Imported
			}
		}
	}](p, importGraphs, vars{"input": input}).ImportCausalGraph.Job
	if job.State != "SUCCEEDED" {
		p.T.Fatalf("the import ended %s", job.State)
	}
	return job.Report
}

// statedLinks is what a project holds of statements.
type statedLinks struct {
	Project struct {
		Derivation       struct{ Fingerprint string }
		FactorStatements struct {
			TotalCount int
			Edges      []struct {
				Node struct {
					Relation, Origin, Note string
					Strength, Confidence   *float64
					Link                   *struct {
						Bases                    []string
						Statements               int
						Strength, StatedStrength *float64
					}
				}
			}
		}
	}
	Factors  struct{ TotalCount int }
	Patterns struct {
		TotalCount int
		Edges      []struct {
			Node struct {
				Name, Status, Origin string
				Claim                *struct{ Rate *float64 }
				Counts               struct{ Trials int }
			}
		}
	}
}

func (p *project) statedLinks() statedLinks {
	p.T.Helper()
	return harness.Get[statedLinks](p, `query($project: String!) {
		project(name: $project) { derivation { fingerprint }
			factorStatements(first: 100) { totalCount
				edges { node { relation origin note strength confidence link { bases statements strength statedStrength } } } } }
		factors(project: $project) { totalCount }
		patterns(project: $project, minRate: null, minTrials: 0, first: 100) { totalCount edges { node { name status origin claim { rate } counts { trials } } } }
	}`, nil)
}

// TestOldGraphs_AreStatedOnce imports the three real files: what they say is stated with little
// confidence and never measured, and a second import changes nothing.
func TestOldGraphs_AreStatedOnce(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(enginetest.Data(t), "ai-agents", "causal-graph", "*.json"))
	if err != nil || len(paths) != 3 {
		t.Fatalf("found %v, %v", paths, err)
	}
	p := newProject(t)
	files := harness.AsInput(t, paths)
	first := p.importOldGraphs(vars{"files": files})
	if first.Created != 3 || first.Refused != 0 || !first.Complete {
		t.Errorf("the first import says %+v", first)
	}
	before := p.statedLinks()
	if before.Project.FactorStatements.TotalCount != 100 || before.Factors.TotalCount == 0 {
		t.Errorf("%d statements between %d factors, want the 84 distinct edges and 16 patterns", before.Project.FactorStatements.TotalCount, before.Factors.TotalCount)
	}
	for _, e := range before.Project.FactorStatements.Edges {
		s := e.Node
		if s.Confidence == nil || *s.Confidence != .1 || s.Note == "" || !slices.Contains([]string{"CAUSES", "ENABLES"}, s.Relation) {
			t.Fatalf("%+v is not stated with little confidence and its provenance", s)
		}
		if s.Link == nil || s.Link.Strength != nil || !slices.Equal(s.Link.Bases, []string{"STATED"}) || s.Link.Statements == 0 {
			t.Fatalf("the link of %q is %+v, want one that is stated and not measured", s.Note, s.Link)
		}
	}
	if before.Patterns.TotalCount != 8 {
		t.Errorf("%d patterns, want the 8 whose names differ", before.Patterns.TotalCount)
	}
	for _, e := range before.Patterns.Edges {
		if n := e.Node; n.Status != "CANDIDATE" || n.Origin != "IMPORTED" || n.Claim == nil || n.Claim.Rate == nil || n.Counts.Trials != 0 {
			t.Errorf("%+v is no candidate with a claim that is not counted", n)
		}
	}
	again := p.importOldGraphs(vars{"files": files})
	after := p.statedLinks()
	if again.Unchanged != 3 || again.Created != 0 || after.Project.Derivation != before.Project.Derivation || after.Project.FactorStatements.TotalCount != 100 ||
		after.Patterns.TotalCount != before.Patterns.TotalCount {
		t.Errorf("the second import says %+v, and the graph goes from %v to %v", again, before.Project.Derivation, after.Project.Derivation)
	}
}

func TestOldGraphs_SayWhatIsBroken(t *testing.T) {
	p := newProject(t)
	report := p.importOldGraphs(vars{"files": []vars{
		{"name": "broken.json", "content": `{"nodes": [{"id": "a", "type": "error", "label": "error: The pier moved"}],
			"edges": [{"source": "a", "target": "b", "type": "causes", "weight": 0.8}, {"source": "a", "target": "a", "type": "causes"}],
			"patterns": [{"id": "p", "name": "echo", "trigger": "Wait", "action": "Wait"}]}`},
		{"name": "none.json", "content": `{"nodes": `},
	}})
	if report.Refused != 1 || len(report.Reports) != 2 || len(report.Reports[1].Problems) == 0 {
		t.Fatalf("the report says %+v", report)
	}
	said := map[string]string{}
	for _, r := range report.Reports[0].Repairs {
		said[r.Rule] = r.Path
	}
	for rule, path := range map[string]string{"broken-link": "edges[0].target", "self-link": "edges[1]", "trigger-is-action": "patterns[0]"} {
		if said[rule] != path {
			t.Errorf("%s is said of %q, want %q", rule, said[rule], path)
		}
	}
}

package recall_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/tests/harness"
)

const waitMutation = `mutation($project: String!, $input: EpisodeInput!, $waitFor: WriteState!) {
  recordEpisode(project: $project, input: $input, waitFor: $waitFor) { receipt { change state reason } } }`

func (p *project) recordUntil(state string, e vars) harness.Receipt {
	p.T.Helper()
	return harness.Get[struct {
		RecordEpisode struct{ Receipt harness.Receipt }
	}](p, waitMutation, vars{"input": e, "waitFor": state}).RecordEpisode.Receipt
}

// projectIndex is how an index stands.
type projectIndex struct {
	Active struct {
		Number, Recipe               int
		Provider, Model, Fingerprint *string
		Dimension                    *int
	}
	Building                       *struct{ Number int }
	Built, Total, Chunks, Embedded int
}

func (p *project) index() projectIndex {
	p.T.Helper()
	const query = `query($project: String!) { project(name: $project) { index {
		active { number recipe provider model dimension fingerprint } building { number } built total chunks embedded } } }`
	return harness.Get[struct{ Project struct{ Index projectIndex } }](p, query, nil).Project.Index
}

// TestWaiting_States writes with each state to wait for: what was not waited for follows.
func TestWaiting_States(t *testing.T) {
	harness.EmbeddedOnly(t)
	p := newProject(t)
	if r := p.recordUntil("APPLIED", vars{"id": "applied", "task": "marmalade"}); r.State != "APPLIED" || r.Change != "CREATED" {
		t.Errorf("waiting for no more than the graph: %+v", r)
	}
	harness.Eventually(t, "the words follow by themselves", func() bool { return p.Recall("marmalade").First() == "applied" })
	if r := p.recordUntil("INDEXED", vars{"id": "indexed", "task": "honey"}); r.State != "INDEXED" || r.Reason != "" || p.Recall("honey").First() != "indexed" {
		t.Errorf("waiting for the words: %+v", r)
	}
	if r := p.recordUntil("EMBEDDED", vars{"id": "small", "task": "jam"}); r.State != "INDEXED" || !strings.Contains(r.Reason, "no vectors yet") {
		t.Errorf("a project of three episodes has no model: %+v", r)
	}
	if x := p.index(); x.Active.Number != 1 || x.Active.Provider != nil || x.Active.Dimension != nil || x.Embedded != 0 || x.Chunks < 3 || x.Total != 3 {
		t.Errorf("the index: %+v", x)
	}
}

// TestWaiting_Vectors lets a project grow until it has a model of its own.
func TestWaiting_Vectors(t *testing.T) {
	harness.Beside(t)
	p := newProject(t)
	var all []vars
	for i := range 80 {
		all = append(all, vars{
			"id": fmt.Sprint("ep-", i), "timestamp": "2026-05-01T00:00:00Z", "outcome": "success",
			"task":      fmt.Sprintf("repair pump %d of the harbour with gasket %d", i%9, i%7),
			"decisions": []vars{{"id": "d001", "chosen": fmt.Sprintf("valve %d of the ferry", i%5)}}, "events": []vars{},
		})
	}
	p.ImportAll(all...)
	harness.Eventually(t, "the project gets a model and all chunks a vector", func() bool {
		x := p.index()
		return x.Active.Provider != nil && x.Building == nil && x.Chunks > 80 && x.Embedded == x.Chunks
	})
	x := p.index()
	if *x.Active.Provider != "static" || *x.Active.Dimension != 256 || *x.Active.Fingerprint == "" || x.Active.Number != 2 || x.Total != 80 {
		t.Errorf("the index: %+v", x)
	}
	if r := p.recordUntil("EMBEDDED", vars{"id": "late", "task": "the gasket of a pump"}); r.State != "EMBEDDED" || r.Reason != "" {
		t.Errorf("waiting for the vectors: %+v", r)
	}
	got := p.find(recallQuery, vars{"text": "which pump of the harbour?", "alpha": 1.0, "first": 5})
	if len(got.Hits) != 5 || got.Degraded || got.Hits[0].Terms.Similarity == nil || got.Hits[0].Terms.WordScore != nil {
		t.Errorf("by vectors alone: %+v", got)
	}
	if like := p.find(recallQuery, vars{"like": "ep-3", "vector": "TASK"}); len(like.Hits) != 10 || like.Degraded || like.Hits[0].Terms.Similarity == nil {
		t.Errorf("like an episode, by task: %+v", like)
	} else if full := p.find(recallQuery, vars{"like": "ep-3"}); *full.Hits[0].Terms.Similarity == *like.Hits[0].Terms.Similarity {
		t.Errorf("the whole episode is compared with the vectors of tasks: %+v", full.Hits[0])
	}
}

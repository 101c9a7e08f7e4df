package harness

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// Totals are the counts of a project.
type Totals struct{ Episodes, Decisions, Events, Links, References int }

// Totals asks for the counts.
func (p *Project) Totals() Totals {
	p.T.Helper()
	const query = `query($project: String!) { project(name: $project) { totals { episodes decisions events links references } } }`
	a := Get[struct{ Project struct{ Totals Totals } }](p, query, nil)
	return a.Project.Totals
}

// Listed is what every episode of a project is.
type Listed struct {
	Key, Hash, Task, Outcome string
	Revision                 int
	Indexed                  bool
}

// EpisodesQuery lists episodes page by page.
const EpisodesQuery = `query($project: String!, $first: Int! = 100, $after: String, $filter: EpisodeFilter, $deleted: Boolean! = false) {
  episodes(project: $project, first: $first, after: $after, filter: $filter, deleted: $deleted) {
    totalCount
    edges { cursor node { key hash task outcome revision indexed } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`

// EpisodesAnswer is the answer to [EpisodesQuery].
type EpisodesAnswer struct{ Episodes Connection[Listed] }

// Connection is a page of a list.
type Connection[T any] struct {
	TotalCount int
	Edges      []struct {
		Cursor string
		Node   T
	}
	PageInfo struct {
		HasNextPage, HasPreviousPage bool
		StartCursor, EndCursor       *string
	}
}

// Episodes lists the whole project.
func (p *Project) Episodes() []Listed {
	p.T.Helper()
	return p.Listed(Vars{})
}

// Listed lists the episodes that the variables of a query name.
func (p *Project) Listed(v Vars) []Listed {
	p.T.Helper()
	var all []Listed
	for {
		c := Get[EpisodesAnswer](p, EpisodesQuery, v).Episodes
		for _, e := range c.Edges {
			all = append(all, e.Node)
		}
		if !c.PageInfo.HasNextPage {
			return all
		}
		v["after"] = *c.PageInfo.EndCursor
	}
}

// Contents is one line that differs whenever the content of a project does.
func (p *Project) Contents() string {
	p.T.Helper()
	a := p.Ask(`query($project: String!) { project(name: $project) { name } }`, nil)
	if a.Codes() == "PROJECT_NOT_FOUND" {
		return "no project"
	}
	var all []string
	for _, e := range p.Episodes() {
		all = append(all, fmt.Sprint(e.Key, " ", e.Revision, " ", e.Hash))
	}
	return fmt.Sprintf("%+v %s", p.Totals(), strings.Join(all, ", "))
}

// Receipt acknowledges a write.
type Receipt struct {
	Change, State, Reason, Hash string
	Revision                    int
	PendingLinks                []string
}

// RecordMutation writes an episode.
const RecordMutation = `mutation($project: String!, $input: EpisodeInput!) {
  recordEpisode(project: $project, input: $input) {
    episode { key }
    receipt { change state reason hash revision pendingLinks }
  }
}`

// Record writes an episode, which has to succeed.
func (p *Project) Record(e Vars) Receipt {
	p.T.Helper()
	return Get[struct{ RecordEpisode struct{ Receipt Receipt } }](p, RecordMutation, Vars{"input": e}).RecordEpisode.Receipt
}

// hit is an episode that recall found.
type hit struct {
	Key, Text, Part string
	Words           []string
}

type recalled struct {
	Hits     []hit
	Degraded bool
	Reason   string
}

// Recall asks in words.
func (p *Project) Recall(text string) recalled {
	p.T.Helper()
	const query = `query($project: String!, $text: String!) { recall(project: $project, text: $text, alpha: 0) {
		degraded reason hits { part text words episode { key } } } }`
	a := Get[struct {
		Recall struct {
			Degraded bool
			Reason   string
			Hits     []struct {
				Part, Text string
				Words      []string
				Episode    struct{ Key string }
			}
		}
	}](p, query, Vars{"text": text}).Recall
	out := recalled{Degraded: a.Degraded, Reason: a.Reason}
	for _, h := range a.Hits {
		out.Hits = append(out.Hits, hit{Key: h.Episode.Key, Part: h.Part, Text: h.Text, Words: h.Words})
	}
	return out
}

// First is the key of the best hit, empty without one.
func (r recalled) First() string {
	if len(r.Hits) == 0 {
		return ""
	}
	return r.Hits[0].Key
}

// On returns the same project on another service.
func (p *Project) On(s *Service) *Project { return &Project{Service: s, T: p.T, Name: p.Name} }

// Sub returns the project for a part of the test.
func (p *Project) Sub(t testing.TB) *Project { return &Project{Service: p.Service, T: t, Name: p.Name} }

// ImportAll imports episodes in the form of files, which may name each other in any order.
func (p *Project) ImportAll(documents ...Vars) Imported {
	p.T.Helper()
	var files []Vars
	for i, d := range documents {
		text, err := json.Marshal(d)
		if err != nil {
			p.T.Fatal(err)
		}
		files = append(files, Vars{"name": fmt.Sprintf("%d.json", i), "content": string(text)})
	}
	report := p.ImportFiles(Vars{"files": files})
	for _, r := range report.Reports {
		if len(r.Problems) > 0 {
			p.T.Fatalf("%s is %s: %+v", r.Name, r.Status, r.Problems)
		}
	}
	return report
}

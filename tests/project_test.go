package tests_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// totals are the counts of a project.
type totals struct{ Episodes, Decisions, Events, Links, References int }

func (p *project) totals() totals {
	p.t.Helper()
	const query = `query($project: String!) { project(name: $project) { totals { episodes decisions events links references } } }`
	a := get[struct{ Project struct{ Totals totals } }](p, query, nil)
	return a.Project.Totals
}

// listed is what every episode of a project is.
type listed struct {
	Key, Hash, Task, Outcome string
	Revision                 int
	Indexed                  bool
}

const episodesQuery = `query($project: String!, $first: Int! = 100, $after: String, $filter: EpisodeFilter, $deleted: Boolean! = false) {
  episodes(project: $project, first: $first, after: $after, filter: $filter, deleted: $deleted) {
    totalCount
    edges { cursor node { key hash task outcome revision indexed } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`

type episodesAnswer struct{ Episodes connection[listed] }

// connection is a page of a list.
type connection[T any] struct {
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

// episodes lists the whole project.
func (p *project) episodes() []listed {
	p.t.Helper()
	return p.listed(vars{})
}

// listed lists the episodes that the variables of a query name.
func (p *project) listed(v vars) []listed {
	p.t.Helper()
	var all []listed
	for {
		c := get[episodesAnswer](p, episodesQuery, v).Episodes
		for _, e := range c.Edges {
			all = append(all, e.Node)
		}
		if !c.PageInfo.HasNextPage {
			return all
		}
		v["after"] = *c.PageInfo.EndCursor
	}
}

// contents is one line that differs whenever the content of a project does.
func (p *project) contents() string {
	p.t.Helper()
	a := p.ask(`query($project: String!) { project(name: $project) { name } }`, nil)
	if a.codes() == "PROJECT_NOT_FOUND" {
		return "no project"
	}
	var all []string
	for _, e := range p.episodes() {
		all = append(all, fmt.Sprint(e.Key, " ", e.Revision, " ", e.Hash))
	}
	return fmt.Sprintf("%+v %s", p.totals(), strings.Join(all, ", "))
}

// receipt acknowledges a write.
type receipt struct {
	Change, State, Reason, Hash string
	Revision                    int
	PendingLinks                []string
}

const recordMutation = `mutation($project: String!, $input: EpisodeInput!) {
  recordEpisode(project: $project, input: $input) {
    episode { key }
    receipt { change state reason hash revision pendingLinks }
  }
}`

// record writes an episode, which has to succeed.
func (p *project) record(e vars) receipt {
	p.t.Helper()
	return get[struct{ RecordEpisode struct{ Receipt receipt } }](p, recordMutation, vars{"input": e}).RecordEpisode.Receipt
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

// recall asks in words.
func (p *project) recall(text string) recalled {
	p.t.Helper()
	const query = `query($project: String!, $text: String!) { recall(project: $project, text: $text, alpha: 0) {
		degraded reason hits { part text words episode { key } } } }`
	a := get[struct {
		Recall struct {
			Degraded bool
			Reason   string
			Hits     []struct {
				Part, Text string
				Words      []string
				Episode    struct{ Key string }
			}
		}
	}](p, query, vars{"text": text}).Recall
	out := recalled{Degraded: a.Degraded, Reason: a.Reason}
	for _, h := range a.Hits {
		out.Hits = append(out.Hits, hit{Key: h.Episode.Key, Part: h.Part, Text: h.Text, Words: h.Words})
	}
	return out
}

// first is the key of the best hit, empty without one.
func (r recalled) first() string {
	if len(r.Hits) == 0 {
		return ""
	}
	return r.Hits[0].Key
}

// on returns the same project on another service.
func (p *project) on(s *service) *project { return &project{service: s, t: p.t, name: p.name} }

// sub returns the project for a part of the test.
func (p *project) sub(t testing.TB) *project { return &project{service: p.service, t: t, name: p.name} }

// importAll imports episodes in the form of files, which may name each other in any order.
func (p *project) importAll(documents ...vars) imported {
	p.t.Helper()
	var files []vars
	for i, d := range documents {
		text, err := json.Marshal(d)
		if err != nil {
			p.t.Fatal(err)
		}
		files = append(files, vars{"name": fmt.Sprintf("%d.json", i), "content": string(text)})
	}
	report := p.importFiles(vars{"files": files})
	for _, r := range report.Reports {
		if len(r.Problems) > 0 {
			p.t.Fatalf("%s is %s: %+v", r.Name, r.Status, r.Problems)
		}
	}
	return report
}

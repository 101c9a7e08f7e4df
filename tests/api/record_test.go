package api_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/tests/harness"
)

// TestRecord_FoundAtOnce records and asks, 300 times in a row, without any pause.
func TestRecord_FoundAtOnce(t *testing.T) {
	harness.Beside(t)
	p := newProject(t)
	for i := range 100 {
		key, word := fmt.Sprintf("ep-%d", i), fmt.Sprintf("zebra%dfish", i)
		r := p.Record(vars{
			"id": key, "task": "Repair the importer", "outcome": "SUCCESS",
			"decisions": []vars{{"id": "d001", "chosen": "Use the " + word, "rationale": "It is the only one"}},
		})
		if r.State != "INDEXED" || r.Change != "CREATED" || r.Reason != "" {
			t.Fatalf("write %d: %+v", i, r)
		}
		found := p.Recall("who used the " + word + " of the importer?")
		if found.First() != key || found.Degraded || found.Hits[0].Part != "DECISION" || !slices.Contains(found.Hits[0].Words, word) {
			t.Fatalf("write %d is not the best hit for its own words: %+v", i, found)
		}
	}
}

// detail is an episode in detail.
type detail struct {
	Key, Hash, Task, RecordedAt, FirstRecordedAt string
	Revision                                     int
	Events                                       []struct{ ShortID, Content string }
	Revisions                                    []struct {
		Number        int
		Hash, Content string
	}
	Links []struct {
		SourceKey, TargetKey string
		Target               *struct{ Key string }
	}
	Access struct {
		Count  int
		LastAt *time.Time
	}
}

func (p *project) episode(key string) detail {
	p.T.Helper()
	return harness.Get[struct{ Episode detail }](p, harness.EpisodeQuery, vars{"key": key}).Episode
}

func TestRecord_Revisions(t *testing.T) {
	p := newProject(t)
	first := p.Record(vars{"id": "ep", "task": "oldword", "events": []vars{
		{"id": "e001", "content": "kept step"}, {"id": "e002", "content": "vanishing step", "causedBy": []string{"e001"}},
	}})
	second := p.Record(vars{"id": "ep", "task": "newword", "events": []vars{{"id": "e001", "content": "kept step"}}})
	if first.Revision != 1 || second.Revision != 2 || second.Change != "REVISED" || first.Hash == second.Hash {
		t.Errorf("receipts: %+v, %+v", first, second)
	}
	if again := p.Record(vars{"id": "ep", "task": "newword", "events": []vars{{"id": "e001", "content": "kept step"}}}); again.Change != "UNCHANGED" || again.Revision != 2 || again.Hash != second.Hash {
		t.Errorf("the same content again: %+v", again)
	}
	e := p.episode("ep")
	if e.Revision != 2 || e.Task != "newword" || len(e.Events) != 1 || len(e.Revisions) != 2 || e.Revisions[0].Number != 2 || e.Revisions[1].Hash != first.Hash {
		t.Errorf("the episode: %+v", e)
	}
	if !strings.Contains(e.Revisions[1].Content, "vanishing step") || !json.Valid([]byte(e.Revisions[1].Content)) {
		t.Errorf("revision 1 is %s", e.Revisions[1].Content)
	}
	if e.RecordedAt < e.FirstRecordedAt {
		t.Errorf("recorded at %s, first at %s", e.RecordedAt, e.FirstRecordedAt)
	}
	if got := p.Totals(); got.Events != 1 || got.Links != 0 {
		t.Errorf("the removed event is still counted: %+v", got)
	}
	if a := p.Ask(`query($project: String!) { occurrence(project: $project, key: "ep/e002") { key } }`, nil); a.Codes() != "NOT_FOUND" {
		t.Errorf("the removed event is still there: %s", a.Data)
	}
	for word, want := range map[string]string{"oldword": "", "vanishing": "", "newword": "ep", "kept": "ep"} {
		if got := p.Recall(word).First(); got != want {
			t.Errorf("recall of %s finds %q, want %q", word, got, want)
		}
	}
	if back := p.Record(vars{"id": "ep", "task": "oldword"}); back.Revision != 3 {
		t.Errorf("a further content: %+v", back)
	}
}

func TestRecord_DeleteRestorePurge(t *testing.T) {
	p := newProject(t)
	content := vars{"id": "ep", "task": "marmalade", "events": []vars{{"id": "e001", "content": "step for #77"}}}
	first := p.Record(content)
	p.Record(vars{"id": "other", "task": "honey"})
	whole := p.Totals()

	p.Edit("deleteEpisode", "ep")
	if got := p.Recall("marmalade").First(); got != "" {
		t.Errorf("a deleted episode is recalled: %s", got)
	}
	for query, why := range map[string]string{
		`episode(project: %q, key: "ep") { key }`:                             "by key",
		`occurrence(project: %q, key: "ep/e001") { key }`:                     "an occurrence of it",
		`episode(project: %q, key: "ep") { decisions(byTime: true) { key } }`: "its decisions",
		`occurrence(project: %q, key: "ep/e001") { effects { totalCount } }`:  "its effects",
		`reference(project: %q, kind: ISSUE, key: "77") { key }`:              "what only it mentions",
		`node(id: "Episode:%s/ep") { id }`:                                    "by global id",
		`node(id: "Occurrence:%s/ep/e001") { id }`:                            "an occurrence by global id",
		`node(id: "Reference:%s/ISSUE/77") { id }`:                            "a reference by global id",
	} {
		if a := p.Ask("{ "+fmt.Sprintf(query, p.Name)+" }", nil); a.Codes() != "NOT_FOUND" {
			t.Errorf("%s of a deleted episode: %q %s", why, a.Codes(), a.Data)
		}
	}
	gone := harness.Get[harness.EpisodesAnswer](p, harness.EpisodesQuery, vars{"deleted": true}).Episodes
	if len(gone.Edges) != 1 || gone.Edges[0].Node.Key != "ep" || gone.TotalCount != 1 || len(p.Episodes()) != 1 {
		t.Errorf("deleted ones: %+v", gone)
	}
	p.Refused("deleting twice", `mutation($project: String!) { deleteEpisode(project: $project, key: "ep") { removedId } }`, nil, "NOT_FOUND")

	back := p.Edit("restoreEpisode", "ep")
	if back.Change != "RESTORED" || back.Hash != first.Hash || back.Revision != 1 || back.State != "INDEXED" || p.Totals() != whole {
		t.Errorf("restored: %+v, totals %+v, before %+v", back, p.Totals(), whole)
	}
	if got := p.Recall("marmalade").First(); got != "ep" {
		t.Errorf("a restored episode is not recalled, but %q", got)
	}
	p.Edit("deleteEpisode", "ep")
	if again := p.Record(content); again.Change != "RESTORED" || again.Revision != 1 {
		t.Errorf("recorded again after a delete: %+v", again)
	}

	p.Edit("purgeEpisode", "ep")
	p.Refused("restoring what was purged", `mutation($project: String!) { restoreEpisode(project: $project, key: "ep") { episode { key } } }`, nil, "NOT_FOUND")
	if got := p.Recall("marmalade").First(); got != "" {
		t.Errorf("a purged episode is recalled: %s", got)
	}
	for _, line := range shared.Fingerprint(t, p.Name) {
		if strings.Contains(line, "marmalade") || strings.Contains(line, "77") {
			t.Errorf("purging left %s", line)
		}
	}
	if anew := p.Record(content); anew.Change != "CREATED" || anew.Revision != 1 {
		t.Errorf("recorded anew: %+v", anew)
	}
}

// chain is three episodes, each stating a link to an occurrence of the next.
func chain() map[string]vars {
	e := func(id, to string) vars {
		doc := vars{"id": id, "task": "work of " + id, "events": []vars{{"id": "e001", "content": "event of " + id}}}
		if to != "" {
			doc["links"] = []vars{{"source": "e001", "relation": "enables", "target": to + "/e001", "confidence": 0.5, "note": "why"}}
		}
		return doc
	}
	return map[string]vars{"a": e("a", "b"), "b": e("b", "c"), "c": e("c", "")}
}

func (p *project) wantChain(why string, linked bool) {
	p.T.Helper()
	got := p.Path(vars{"from": "a/e001", "to": "c/e001"})
	if linked != (got.Status == "FOUND") || linked && got.Paths[0].Length != 2 {
		p.T.Errorf("%s: %+v, want a path: %v", why, got, linked)
	}
}

func TestRecord_CrossLinksInAnyOrder(t *testing.T) {
	var graph []string
	for _, order := range []string{"abc", "acb", "bac", "bca", "cab", "cba"} {
		p := newProject(t)
		for i, id := range strings.Split(order, "") {
			p.ImportAll(chain()[id])
			p.wantChain("after "+order[:i+1], i == 2)
		}
		if got := shared.Fingerprint(t, p.Name); graph == nil {
			graph = got
		} else if !slices.Equal(graph, got) {
			t.Errorf("order %s gives another graph:\n%s\n%s", order, strings.Join(graph, "\n"), strings.Join(got, "\n"))
		}
	}
}

func TestRecord_CrossLinksComeBack(t *testing.T) {
	p := newProject(t)
	all := chain()
	p.ImportAll(all["a"], all["b"], all["c"])
	before := shared.Fingerprint(t, p.Name)
	for _, id := range []string{"a", "b", "c"} {
		p.Edit("deleteEpisode", id)
		p.wantChain("without "+id, false)
		p.Edit("restoreEpisode", id)
		p.wantChain(id+" restored", true)
		p.Edit("purgeEpisode", id)
		p.wantChain(id+" purged", false)
		p.ImportAll(all[id])
		p.wantChain(id+" recorded again", true)
	}
	if got := shared.Fingerprint(t, p.Name); !slices.Equal(before, got) {
		t.Errorf("the graph differs:\n%s\n%s", strings.Join(before, "\n"), strings.Join(got, "\n"))
	}
	// A revision takes the target away and brings it back.
	p.ImportAll(vars{"id": "b", "task": "work of b"})
	p.wantChain("b without its event", false)
	if e := p.episode("a"); len(e.Links) != 1 || e.Links[0].TargetKey != "b/e001" || e.Links[0].Target != nil {
		t.Errorf("a states its link all the same: %+v", e.Links)
	}
	p.ImportAll(all["b"])
	p.wantChain("b with its event again", true)
}

func TestRecord_AccessIsNoContent(t *testing.T) {
	harness.Beside(t)
	p := newProject(t)
	r := p.Record(vars{"id": "ep", "task": "counted"})
	p.Record(vars{"id": "other", "task": "not read"})
	began := time.Now().Add(-time.Minute)
	for range 3 {
		p.episode("ep")
	}
	harness.Get[any](p, fmt.Sprintf(`{ node(id: "Episode:%s/ep") { id } }`, p.Name), nil)
	harness.Get[any](p, `query($project: String!) { episode(project: $project, key: "ep") { decisions(byTime: true) { key } } }`, nil)
	p.Recall("counted")
	p.Episodes()
	const listedAccess = `query($project: String!) { episodes(project: $project) { edges { node { key hash revision access { count lastAt } } } } }`
	type accessed struct {
		Key, Hash string
		Revision  int
		Access    struct {
			Count  int
			LastAt *time.Time
		}
	}
	look := func() map[string]accessed {
		out := map[string]accessed{}
		for _, e := range harness.Get[struct{ Episodes harness.Connection[accessed] }](p, listedAccess, nil).Episodes.Edges {
			out[e.Node.Key] = e.Node
		}
		return out
	}
	harness.Eventually(t, "five reads are counted", func() bool { return look()["ep"].Access.Count == 5 })
	all := look()
	if e := all["ep"]; e.Hash != r.Hash || e.Revision != 1 || e.Access.LastAt == nil || e.Access.LastAt.Before(began) {
		t.Errorf("reads changed something: %+v", e)
	}
	if e := all["other"]; e.Access.Count != 0 || e.Access.LastAt != nil {
		t.Errorf("lists and recall count no read: %+v", e)
	}
	if again := p.Record(vars{"id": "ep", "task": "counted"}); again.Change != "UNCHANGED" {
		t.Errorf("the same content after reads: %+v", again)
	}
}

func TestRecord_TotalsCountEveryRelation(t *testing.T) {
	p := newProject(t)
	var links []vars
	for _, relation := range []string{"CAUSES", "ENABLES", "PREVENTS", "CORRELATES"} {
		links = append(links, vars{"source": "e001", "relation": relation, "target": "outcome"})
	}
	events := []vars{{"id": "e001", "content": "step of #5"}, {"id": "e002", "content": "next of #5", "causedBy": []string{"e001"}}}
	p.Record(vars{"id": "ep", "task": "count", "decisions": []vars{{"id": "d001", "chosen": "yes"}}, "events": events, "links": links})
	if got, want := p.Totals(), (harness.Totals{Episodes: 1, Decisions: 1, Events: 2, Links: 5, References: 1}); got != want {
		t.Errorf("totals: %+v, want %+v", got, want)
	}
	const neighbours = `query($project: String!, $relations: [Relation!]) { occurrence(project: $project, key: "ep/e001") {
		leadsTo(filter: {relations: $relations}) { link { relation basis } occurrence { key } } } }`
	for name, c := range map[string]struct {
		relations []string
		want      int
	}{
		"as a cause": {nil, 4}, "what correlates": {[]string{"CORRELATES"}, 1}, "two of them": {[]string{"ENABLES", "PREVENTS"}, 2},
	} {
		got := harness.Get[struct {
			Occurrence struct {
				LeadsTo []struct{ Link struct{ Relation string } }
			}
		}](p, neighbours, vars{"relations": c.relations})
		if n := len(got.Occurrence.LeadsTo); n != c.want {
			t.Errorf("%s, e001 leads to %d, want %d", name, n, c.want)
		}
	}
	if got := p.Path(vars{"from": "ep/outcome", "to": "ep/e001"}); got.Status != "NO_PATH" {
		t.Errorf("what correlates was followed as a cause: %+v", got)
	}
}

package tests_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestRecord_FoundAtOnce records and asks, 300 times in a row, without any pause.
func TestRecord_FoundAtOnce(t *testing.T) {
	beside(t)
	p := newProject(t)
	for i := range 100 {
		key, word := fmt.Sprintf("ep-%d", i), fmt.Sprintf("zebra%dfish", i)
		r := p.record(vars{
			"id": key, "task": "Repair the importer", "outcome": "SUCCESS",
			"decisions": []vars{{"id": "d001", "chosen": "Use the " + word, "rationale": "It is the only one"}},
		})
		if r.State != "INDEXED" || r.Change != "CREATED" || r.Reason != "" {
			t.Fatalf("write %d: %+v", i, r)
		}
		found := p.recall("who used the " + word + " of the importer?")
		if found.first() != key || found.Degraded || found.Hits[0].Part != "DECISION" || !slices.Contains(found.Hits[0].Words, word) {
			t.Fatalf("write %d is not the best hit for its own words: %+v", i, found)
		}
	}
}

// edit calls a mutation that takes an episode's key and returns its receipt, if it has one.
func (p *project) edit(mutation, key string) receipt {
	p.t.Helper()
	selection := map[string]string{
		"deleteEpisode": "deletedId", "purgeEpisode": "purgedId", "restoreEpisode": "receipt { change state revision hash pendingLinks }",
	}[mutation]
	query := fmt.Sprintf(`mutation($project: String!, $key: String!) { edit: %s(project: $project, key: $key) { %s } }`, mutation, selection)
	return get[struct{ Edit struct{ Receipt receipt } }](p, query, vars{"key": key}).Edit.Receipt
}

const episodeQuery = `query($project: String!, $key: String!) {
  episode(project: $project, key: $key) {
    key hash revision task recordedAt firstRecordedAt
    events { shortId content }
    revisions { number hash content }
    links { sourceKey targetKey target { key } }
    access { count lastAt }
  }
}`

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
	p.t.Helper()
	return get[struct{ Episode detail }](p, episodeQuery, vars{"key": key}).Episode
}

func TestRecord_Revisions(t *testing.T) {
	p := newProject(t)
	first := p.record(vars{"id": "ep", "task": "oldword", "events": []vars{
		{"id": "e001", "content": "kept step"}, {"id": "e002", "content": "vanishing step", "causedBy": []string{"e001"}},
	}})
	second := p.record(vars{"id": "ep", "task": "newword", "events": []vars{{"id": "e001", "content": "kept step"}}})
	if first.Revision != 1 || second.Revision != 2 || second.Change != "REVISED" || first.Hash == second.Hash {
		t.Errorf("receipts: %+v, %+v", first, second)
	}
	if again := p.record(vars{"id": "ep", "task": "newword", "events": []vars{{"id": "e001", "content": "kept step"}}}); again.Change != "UNCHANGED" || again.Revision != 2 || again.Hash != second.Hash {
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
	if got := p.totals(); got.Events != 1 || got.Links != 0 {
		t.Errorf("the removed event is still counted: %+v", got)
	}
	if a := p.ask(`query($project: String!) { occurrence(project: $project, key: "ep/e002") { key } }`, nil); a.codes() != "NOT_FOUND" {
		t.Errorf("the removed event is still there: %s", a.Data)
	}
	for word, want := range map[string]string{"oldword": "", "vanishing": "", "newword": "ep", "kept": "ep"} {
		if got := p.recall(word).first(); got != want {
			t.Errorf("recall of %s finds %q, want %q", word, got, want)
		}
	}
	if back := p.record(vars{"id": "ep", "task": "oldword"}); back.Revision != 3 {
		t.Errorf("a further content: %+v", back)
	}
}

func TestRecord_DeleteRestorePurge(t *testing.T) {
	p := newProject(t)
	content := vars{"id": "ep", "task": "marmalade", "events": []vars{{"id": "e001", "content": "step for #77"}}}
	first := p.record(content)
	p.record(vars{"id": "other", "task": "honey"})
	whole := p.totals()

	p.edit("deleteEpisode", "ep")
	if got := p.recall("marmalade").first(); got != "" {
		t.Errorf("a deleted episode is recalled: %s", got)
	}
	for query, why := range map[string]string{
		`episode(project: %q, key: "ep") { key }`:                "by key",
		`occurrence(project: %q, key: "ep/e001") { key }`:        "an occurrence of it",
		`decisionSequence(project: %q, episode: "ep") { key }`:   "its decisions",
		`effects(project: %q, of: "ep/e001") { totalCount }`:     "its effects",
		`reference(project: %q, kind: ISSUE, key: "77") { key }`: "what only it mentions",
		`node(id: "Episode:%s/ep") { id }`:                       "by global id",
		`node(id: "Occurrence:%s/ep/e001") { id }`:               "an occurrence by global id",
		`node(id: "Reference:%s/ISSUE/77") { id }`:               "a reference by global id",
	} {
		if a := p.ask("{ "+fmt.Sprintf(query, p.name)+" }", nil); a.codes() != "NOT_FOUND" {
			t.Errorf("%s of a deleted episode: %q %s", why, a.codes(), a.Data)
		}
	}
	gone := get[episodesAnswer](p, episodesQuery, vars{"deleted": true}).Episodes
	if len(gone.Edges) != 1 || gone.Edges[0].Node.Key != "ep" || gone.TotalCount != 1 || len(p.episodes()) != 1 {
		t.Errorf("deleted ones: %+v", gone)
	}
	p.refused("deleting twice", `mutation($project: String!) { deleteEpisode(project: $project, key: "ep") { deletedId } }`, nil, "NOT_FOUND")

	back := p.edit("restoreEpisode", "ep")
	if back.Change != "RESTORED" || back.Hash != first.Hash || back.Revision != 1 || back.State != "INDEXED" || p.totals() != whole {
		t.Errorf("restored: %+v, totals %+v, before %+v", back, p.totals(), whole)
	}
	if got := p.recall("marmalade").first(); got != "ep" {
		t.Errorf("a restored episode is not recalled, but %q", got)
	}
	p.edit("deleteEpisode", "ep")
	if again := p.record(content); again.Change != "RESTORED" || again.Revision != 1 {
		t.Errorf("recorded again after a delete: %+v", again)
	}

	p.edit("purgeEpisode", "ep")
	p.refused("restoring what was purged", `mutation($project: String!) { restoreEpisode(project: $project, key: "ep") { episode { key } } }`, nil, "NOT_FOUND")
	if got := p.recall("marmalade").first(); got != "" {
		t.Errorf("a purged episode is recalled: %s", got)
	}
	for _, line := range shared.fingerprint(t, p.name) {
		if strings.Contains(line, "marmalade") || strings.Contains(line, "77") {
			t.Errorf("purging left %s", line)
		}
	}
	if anew := p.record(content); anew.Change != "CREATED" || anew.Revision != 1 {
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
	p.t.Helper()
	got := p.path(vars{"from": "a/e001", "to": "c/e001"})
	if linked != (got.Status == "FOUND") || linked && got.Paths[0].Length != 2 {
		p.t.Errorf("%s: %+v, want a path: %v", why, got, linked)
	}
}

func TestRecord_CrossLinksInAnyOrder(t *testing.T) {
	var graph []string
	for _, order := range []string{"abc", "acb", "bac", "bca", "cab", "cba"} {
		p := newProject(t)
		for i, id := range strings.Split(order, "") {
			p.importAll(chain()[id])
			p.wantChain("after "+order[:i+1], i == 2)
		}
		if got := shared.fingerprint(t, p.name); graph == nil {
			graph = got
		} else if !slices.Equal(graph, got) {
			t.Errorf("order %s gives another graph:\n%s\n%s", order, strings.Join(graph, "\n"), strings.Join(got, "\n"))
		}
	}
}

func TestRecord_CrossLinksComeBack(t *testing.T) {
	p := newProject(t)
	all := chain()
	p.importAll(all["a"], all["b"], all["c"])
	before := shared.fingerprint(t, p.name)
	for _, id := range []string{"a", "b", "c"} {
		p.edit("deleteEpisode", id)
		p.wantChain("without "+id, false)
		p.edit("restoreEpisode", id)
		p.wantChain(id+" restored", true)
		p.edit("purgeEpisode", id)
		p.wantChain(id+" purged", false)
		p.importAll(all[id])
		p.wantChain(id+" recorded again", true)
	}
	if got := shared.fingerprint(t, p.name); !slices.Equal(before, got) {
		t.Errorf("the graph differs:\n%s\n%s", strings.Join(before, "\n"), strings.Join(got, "\n"))
	}
	// A revision takes the target away and brings it back.
	p.importAll(vars{"id": "b", "task": "work of b"})
	p.wantChain("b without its event", false)
	if e := p.episode("a"); len(e.Links) != 1 || e.Links[0].TargetKey != "b/e001" || e.Links[0].Target != nil {
		t.Errorf("a states its link all the same: %+v", e.Links)
	}
	p.importAll(all["b"])
	p.wantChain("b with its event again", true)
}

func TestRecord_AccessIsNoContent(t *testing.T) {
	beside(t)
	p := newProject(t)
	r := p.record(vars{"id": "ep", "task": "counted"})
	p.record(vars{"id": "other", "task": "not read"})
	began := time.Now().Add(-time.Minute)
	for range 3 {
		p.episode("ep")
	}
	get[any](p, fmt.Sprintf(`{ node(id: "Episode:%s/ep") { id } }`, p.name), nil)
	get[any](p, `query($project: String!) { decisionSequence(project: $project, episode: "ep") { key } }`, nil)
	p.recall("counted")
	p.episodes()
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
		for _, e := range get[struct{ Episodes connection[accessed] }](p, listedAccess, nil).Episodes.Edges {
			out[e.Node.Key] = e.Node
		}
		return out
	}
	eventually(t, 20*time.Second, "five reads are counted", func() bool { return look()["ep"].Access.Count == 5 })
	all := look()
	if e := all["ep"]; e.Hash != r.Hash || e.Revision != 1 || e.Access.LastAt == nil || e.Access.LastAt.Before(began) {
		t.Errorf("reads changed something: %+v", e)
	}
	if e := all["other"]; e.Access.Count != 0 || e.Access.LastAt != nil {
		t.Errorf("lists and recall count no read: %+v", e)
	}
	if again := p.record(vars{"id": "ep", "task": "counted"}); again.Change != "UNCHANGED" {
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
	p.record(vars{"id": "ep", "task": "count", "decisions": []vars{{"id": "d001", "chosen": "yes"}}, "events": events, "links": links})
	if got, want := p.totals(), (totals{Episodes: 1, Decisions: 1, Events: 2, Links: 5, References: 1}); got != want {
		t.Errorf("totals: %+v, want %+v", got, want)
	}
	const neighbours = `query($project: String!, $relations: [Relation!]) { occurrence(project: $project, key: "ep/e001") {
		leadsTo(relations: $relations) { link { relation basis } occurrence { key } } } }`
	for name, c := range map[string]struct {
		relations []string
		want      int
	}{
		"as a cause": {nil, 4}, "what correlates": {[]string{"CORRELATES"}, 1}, "two of them": {[]string{"ENABLES", "PREVENTS"}, 2},
	} {
		got := get[struct {
			Occurrence struct {
				LeadsTo []struct{ Link struct{ Relation string } }
			}
		}](p, neighbours, vars{"relations": c.relations})
		if n := len(got.Occurrence.LeadsTo); n != c.want {
			t.Errorf("%s, e001 leads to %d, want %d", name, n, c.want)
		}
	}
	if got := p.path(vars{"from": "ep/outcome", "to": "ep/e001"}); got.Status != "NO_PATH" {
		t.Errorf("what correlates was followed as a cause: %+v", got)
	}
}

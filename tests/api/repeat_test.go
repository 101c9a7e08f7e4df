package api_test

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/tests/harness"
	"github.com/causeway-memory/causeway/tests/tree"
)

// keyedWrite is a mutation that is called with an idempotency key.
type keyedWrite struct {
	name, query string
	// v are its variables, other those of another call.
	v, other vars
	// before prepares a project.
	before func(p *project)
}

// repeatedKeys has every mutation of the schema.
func repeatedKeys() []keyedWrite {
	recorded := func(p *project) { p.Record(small("ep", "repeated")) }
	linked := func(p *project) { p.Record(harness.Sharing("ep")) }
	known := func(p *project) {
		p.Record(small("ep-0", "repeated"))
		p.writeDown("repeated")
		harness.Get[any](p, `mutation($project: String!) { addPattern(project: $project, input: {name: "other pattern", trigger: "it rains", action: "wait"}) { created } }`, nil)
	}
	byKey := func(name, selection string) string {
		return `mutation($project: String!, $key: String!, $call: String) { ` + name + `(project: $project, key: $key, idempotencyKey: $call) { ` + selection + ` } }`
	}
	const shown = `receipt { change state hash revision replaced currentRevision superseded } episode { key revision }`
	return []keyedWrite{
		{
			name: "recordEpisode", v: vars{"input": small("ep", "one")}, other: vars{"input": small("ep", "two")},
			query: `mutation($project: String!, $input: EpisodeInput!, $call: String) {
				recordEpisode(project: $project, input: $input, idempotencyKey: $call) { ` + shown + ` } }`,
		},
		{
			name: "importEpisodes", v: vars{"input": files("ep-1")}, other: vars{"input": files("ep-2")},
			query: `mutation($project: String!, $input: ImportEpisodesInput!, $call: String) {
				importEpisodes(project: $project, input: $input, idempotencyKey: $call) { job { id state report { created unchanged } } } }`,
		},
		{name: "deleteEpisode", v: vars{"key": "ep"}, other: vars{"key": "other"}, before: recorded, query: byKey("deleteEpisode", "removedId")},
		{
			name: "deleteEpisodes", v: vars{"until": "2099-01-01"}, other: vars{"until": "2098-01-01"},
			before: func(p *project) { p.Record(vars{"id": "ep", "task": "repeated", "startedAt": "2026-05-03"}) },
			query: `mutation($project: String!, $until: Timestamp!, $call: String) {
				deleteEpisodes(project: $project, filter: {until: $until}, idempotencyKey: $call) { episodes matching } }`,
		},
		{
			name: "restoreEpisode", v: vars{"key": "ep"}, other: vars{"key": "other"}, query: byKey("restoreEpisode", shown),
			before: func(p *project) { recorded(p); p.Edit("deleteEpisode", "ep") },
		},
		{name: "purgeEpisode", v: vars{"key": "ep"}, other: vars{"key": "other"}, before: recorded, query: byKey("purgeEpisode", "removedId")},
		{
			name: "retract", before: recorded, v: vars{"of": vars{"episode": "ep"}}, other: vars{"of": vars{"episode": "other"}},
			query: `mutation($project: String!, $of: DependentsOf!, $call: String) {
				retract(project: $project, of: $of, reason: "wrong", idempotencyKey: $call) { known note total items(first: 10) { kind key falls } } }`,
		},
		{
			name: "cancelJob", before: func(p *project) { recorded(p); p.ImportFiles(files("job")) },
			query: `mutation($id: ID!, $call: String) { cancelJob(id: $id, idempotencyKey: $call) { job { id state } } }`,
		},
		{
			name: "mergeFactors", before: linked,
			v: vars{"from": []string{harness.SharedCause().Key()}, "into": harness.SharedEffect().Key()}, other: vars{"from": []string{harness.SharedEffect().Key()}},
			query: `mutation($project: String!, $from: [String!]!, $into: String!, $call: String) {
				mergeFactors(project: $project, from: $from, into: $into, idempotencyKey: $call) { factor { label frequency members { from { label } } } derivation { pending } } }`,
		},
		{
			name: "splitFactor", v: vars{"factor": harness.SharedEffect().Key()}, other: vars{"factor": harness.SharedCause().Key()},
			before: func(p *project) { linked(p); p.Merge(harness.SharedEffect().Key(), harness.SharedCause().Key()) },
			query: fmt.Sprintf(`mutation($project: String!, $factor: String!, $call: String) {
				splitFactor(project: $project, factor: $factor, members: [%q], idempotencyKey: $call) { factor { label } parts { label frequency } derivation { pending } } }`, harness.SharedCause().Key()),
		},
		{
			name: "addPattern", before: recorded, v: vars{"name": "one"}, other: vars{"name": "two"},
			query: `mutation($project: String!, $name: String!, $call: String) {
				addPattern(project: $project, idempotencyKey: $call, input: {name: $name, trigger: "it rains", action: "wait", episodes: ["ep"]}) { created pattern { key counts { trials unknown } } } }`,
		},
		{
			name: "updatePattern", before: known, v: vars{"action": "one"}, other: vars{"action": "two"},
			query: `mutation($project: String!, $action: String!, $call: String) {
				updatePattern(project: $project, pattern: "shared pattern", idempotencyKey: $call, input: {action: $action}) { changed pattern { version action } } }`,
		},
		{
			name: "recordApplication", before: known, v: vars{"outcome": "SUCCESS"}, other: vars{"outcome": "FAILURE"},
			query: `mutation($project: String!, $outcome: Outcome!, $call: String) {
				recordApplication(project: $project, pattern: "shared pattern", episode: "ep-0", outcome: $outcome, idempotencyKey: $call) {
					evidence { verdict application { outcome recordedAt } } pattern { counts { successes failures } } } }`,
		},
		{
			name: "deprecatePattern", before: known, v: vars{"reason": "one"}, other: vars{"reason": "two"},
			query: `mutation($project: String!, $reason: String!, $call: String) {
				deprecatePattern(project: $project, pattern: "shared pattern", reason: $reason, idempotencyKey: $call) { pattern { status statusAt reason } } }`,
		},
		{
			name: "mergePatterns", before: known, v: vars{"name": "one"}, other: vars{"name": "two"},
			query: `mutation($project: String!, $name: String!, $call: String) {
				mergePatterns(project: $project, patterns: ["shared pattern", "other pattern"], name: $name, idempotencyKey: $call) { pattern { key createdAt counts { trials } } } }`,
		},
		{
			name: "validatePatterns", before: known, v: vars{"days": 90}, other: vars{"days": 30},
			query: `mutation($project: String!, $days: Int!, $call: String) {
				validatePatterns(project: $project, criteria: {days: $days}, idempotencyKey: $call) { run at family results { result count } } }`,
		},
		{
			name: "prunePatterns", before: known, v: vars{"days": 90}, other: vars{"days": 30},
			query: `mutation($project: String!, $days: Int!, $call: String) {
				prunePatterns(project: $project, idleDays: $days, idempotencyKey: $call) { dryRun patterns items { why } } }`,
		},
		{
			name: "consolidate", before: known, v: vars{"dry": false}, other: vars{"dry": true},
			query: `mutation($project: String!, $dry: Boolean!, $call: String) {
				consolidate(project: $project, dryRun: $dry, idempotencyKey: $call) { job { id state consolidation { beganAt family } } } }`,
		},
		{
			name: "declareClosedWorld", before: linked, v: vars{"variables": []string{"shared cause"}}, other: vars{"variables": []string{"shared effect"}},
			query: `mutation($project: String!, $variables: [String!]!, $call: String) {
				declareClosedWorld(project: $project, variables: $variables, absentState: "no", idempotencyKey: $call) { rules { closed { variable absentState declaredAt } } } }`,
		},
		{
			name: "recordFactorLink", before: linked, v: vars{"origin": "one"}, other: vars{"origin": "two"},
			query: `mutation($project: String!, $origin: String!, $call: String) {
				recordFactorLink(project: $project, idempotencyKey: $call, input: {source: {variable: "a"}, relation: CAUSES, target: {variable: "b"}, origin: $origin}) {
					changed statementKey link { key statements } } }`,
		},
		{
			name: "removeFactorLink", before: func(p *project) { p.decide("removed") },
			v: vars{"key": statedKey()}, other: vars{"key": "other"}, query: byKey("removeFactorLink", "removedKey"),
		},
		{
			name: "groupFactors", before: linked, v: vars{"dry": false}, other: vars{"dry": true},
			query: `mutation($project: String!, $dry: Boolean!, $call: String) {
				groupFactors(project: $project, dryRun: $dry, idempotencyKey: $call) { total merged groups { rule into { label } from { label } reason } quality { recurring } } }`,
		},
		{
			name: "ungroupFactors", before: linked,
			query: `mutation($project: String!, $call: String) { ungroupFactors(project: $project, idempotencyKey: $call) { released quality { once } } }`,
		},
		{
			name: "setRules", before: linked, v: vars{"rate": "HALF", "rule": "STRICT"}, other: vars{"rule": "ALL"},
			query: `mutation($project: String!, $rate: NullRate, $rule: LinkVisibility, $call: String) {
				setRules(project: $project, nullRate: $rate, visibility: $rule, idempotencyKey: $call) { rules { nullRate visibility } } }`,
		},
		{
			name: "rebuildFactors", before: linked,
			query: `mutation($project: String!, $call: String) { rebuildFactors(project: $project, idempotencyKey: $call) { derivation { pending episodes fingerprint } } }`,
		},
		{
			name: "importCausalGraph", v: vars{"input": graphs("one")}, other: vars{"input": graphs("two")},
			query: `mutation($project: String!, $input: ImportCausalGraphInput!, $call: String) {
				importCausalGraph(project: $project, input: $input, idempotencyKey: $call) { job { id state } } }`,
		},
		{
			name: "captureEvents", v: vars{"events": []vars{taskEvent(1, "wf")}}, other: vars{"events": []vars{taskEvent(2, "wf")}},
			query: `mutation($project: String!, $events: [ExecutionEventInput!]!, $call: String) {
				captureEvents(project: $project, events: $events, idempotencyKey: $call) { receipts { eventId } } }`,
		},
		{
			name: "completeWorkflow", before: func(p *project) { p.report("repeated") }, v: vars{"task": "one"}, other: vars{"task": "two"},
			query: `mutation($project: String!, $task: String!, $call: String) {
				completeWorkflow(project: $project, workflow: "wf", input: {task: $task}, idempotencyKey: $call) { ` + shown + ` } }`,
		},
		{
			name: "retryCaptures", before: recorded, v: vars{"events": []string{"one"}}, other: vars{"events": []string{"two"}},
			query: `mutation($project: String!, $events: [String!]!, $call: String) { retryCaptures(project: $project, events: $events, idempotencyKey: $call) { retried } }`,
		},
		{
			name: "pruneEvents", before: func(p *project) { p.report("repeated"); p.completed("wf") }, v: vars{"keep": 1}, other: vars{"keep": 2},
			query: `mutation($project: String!, $keep: Int!, $call: String) { pruneEvents(project: $project, days: 30000, keep: $keep, idempotencyKey: $call) { removed } }`,
		},
		{
			name: "purgeProject", before: recorded,
			query: `mutation($project: String!, $call: String) { purgeProject(project: $project, confirm: $project, idempotencyKey: $call) { removedId } }`,
		},
	}
}

// statedKey is the key of what decide states with the mark removed.
func statedKey() string {
	source := factor.Identity{Variable: "removed stated", State: factor.StateOccurred}
	return link.Statement{Source: source, Relation: episodic.RelationEnables, Target: harness.SharedEffect(), Origin: "removed stated"}.ID()
}

// graphs is the input of an import of a causal graph of an earlier tool.
func graphs(label string) vars {
	content := fmt.Sprintf(`{"nodes": [{"id": "n1", "type": "decision", "label": %q, "episodes": []}, {"id": "n2", "type": "error", "label": "it broke", "episodes": []}],
		"edges": [{"source": "n1", "target": "n2", "type": "causes", "weight": 0.6, "evidence_count": 1}], "patterns": []}`, label)
	return vars{"files": []vars{{"name": "graph.json", "content": content}}}
}

// small is an episode as the mutation takes it.
func small(id, task string) vars { return vars{"id": id, "task": task} }

func simpleFile(id string) vars {
	return vars{"name": id + ".json", "content": fmt.Sprintf(`{"id": %q, "task": "imported", "outcome": "success"}`, id)}
}

// files is the input of an import of small episodes.
func files(ids ...string) vars {
	var all []vars
	for _, id := range ids {
		all = append(all, simpleFile(id))
	}
	return vars{"files": all}
}

// latestJob is the global id of the last job of a project.
func (p *project) latestJob() string {
	p.T.Helper()
	jobs := p.Pages("jobs", "id")
	if len(jobs) == 0 {
		p.T.Fatal("the project has no job")
	}
	return strings.Trim(strings.TrimPrefix(strings.TrimSpace(string(jobs[0])), `{"id":`), `"} `)
}

// variables are those of a call with a key.
func (k keyedWrite) variables(p *project, call string, more vars) vars {
	v := vars{"project": p.Name, "call": call}
	maps.Copy(v, k.v)
	maps.Copy(v, more)
	if k.name == "cancelJob" {
		v["id"] = p.latestJob()
	}
	return v
}

// TestRepeat_EveryMutation calls every mutation of the schema twice with one key, on two
// services: the second answers as the first one and does nothing.
func TestRepeat_EveryMutation(t *testing.T) {
	all := map[string]keyedWrite{}
	for _, k := range repeatedKeys() {
		all[k.name] = k
	}
	_, second := shared.Services(t)
	for _, f := range tree.Schema(t).Mutation.Fields {
		argument := f.Arguments.ForName("idempotencyKey")
		if argument == nil || argument.Type.String() != "String" {
			t.Errorf("%s takes no idempotencyKey", f.Name)
		}
		k, tried := all[f.Name]
		if !tried {
			t.Errorf("%s is not tried here", f.Name)
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			p := newProject(t)
			if k.before != nil {
				k.before(p)
			}
			v := k.variables(p, "call", nil)
			first := p.Ask(k.query, v)
			if len(first.Errors) > 0 {
				t.Fatalf("%s: %s", first.Codes(), first.Text())
			}
			for _, s := range []*harness.Service{second, p.Service} {
				again := p.on(s).Ask(k.query, v)
				if diff := cmp.Diff(string(first.Data), string(again.Data)); diff != "" || len(again.Errors) > 0 {
					t.Errorf("the repeat (-first +again): %s %s", again.Text(), diff)
				}
			}
			if k.other != nil {
				a := p.on(second).Ask(k.query, k.variables(p, "call", k.other))
				if a.Codes() != "IDEMPOTENCY_CONFLICT" {
					t.Errorf("other arguments with the same key: %s %s", a.Codes(), a.Text())
				}
			}
			if a := p.Ask(k.query, k.variables(p, "", nil)); a.Codes() != "INVALID_INPUT idempotencyKey" {
				t.Errorf("an empty key: %s", a.Codes())
			}
		})
	}
}

// TestRepeat_Twins sends twenty calls of each mutation with one key at once, to two services:
// one does the work, the others answer as it does or say that it is under way.
func TestRepeat_Twins(t *testing.T) {
	_, second := shared.Services(t)
	for _, k := range repeatedKeys() {
		t.Run(k.name, func(t *testing.T) {
			p := newProject(t)
			if k.before != nil {
				k.before(p)
			}
			v := k.variables(p, "twins", nil)
			var wg sync.WaitGroup
			var mu sync.Mutex
			answers, underWay := map[string]int{}, 0
			for i := range 20 {
				s := []*harness.Service{p.Service, second}[i%2]
				wg.Go(func() {
					a, err := s.Post(context.Background(), k.query, v)
					mu.Lock()
					defer mu.Unlock()
					switch {
					case err != nil || len(a.Errors) > 0 && a.Codes() != "CONFLICT":
						t.Errorf("%v %s %s", err, a.Codes(), a.Text())
					case len(a.Errors) > 0:
						underWay++
					default:
						answers[string(a.Data)]++
					}
				})
			}
			wg.Wait()
			if len(answers) != 1 {
				t.Errorf("%d different answers, %d under way: %v", len(answers), underWay, answers)
			}
		})
	}
}

// TestRepeat_ErrorsAreNotKept repeats what failed, once it can succeed.
func TestRepeat_ErrorsAreNotKept(t *testing.T) {
	p := newProject(t)
	p.Record(small("other", "another"))
	const query = `mutation($project: String!, $key: String!) { deleteEpisode(project: $project, key: $key, idempotencyKey: "once") { removedId } }`
	if a := p.Ask(query, vars{"key": "ep"}); a.Codes() != "NOT_FOUND" {
		t.Fatalf("%s: %s", a.Codes(), a.Text())
	}
	p.Record(small("ep", "now it is there"))
	if a := p.Ask(query, vars{"key": "ep"}); len(a.Errors) > 0 {
		t.Errorf("the repeat: %s %s", a.Codes(), a.Text())
	}
	if a := p.Ask(query, vars{"key": "other"}); a.Codes() != "IDEMPOTENCY_CONFLICT" {
		t.Errorf("another episode with the same key: %s", a.Codes())
	}
}

// TestRepeat_LaterWriters shows a repeat what has become of the episode since.
func TestRepeat_LaterWriters(t *testing.T) {
	p := newProject(t)
	const query = `mutation($project: String!, $input: EpisodeInput!) { recordEpisode(project: $project, input: $input, idempotencyKey: "mine") {
		receipt { change revision replaced currentRevision superseded } episode { task } } }`
	type payload struct {
		RecordEpisode struct {
			Receipt struct {
				Change                    string
				Revision                  int
				Replaced, CurrentRevision *int
				Superseded                bool
			}
			Episode *struct{ Task string }
		}
	}
	first := harness.Get[payload](p, query, vars{"input": small("ep", "mine")}).RecordEpisode
	if r := first.Receipt; r.Change != "CREATED" || r.Revision != 1 || r.Replaced != nil || *r.CurrentRevision != 1 || r.Superseded {
		t.Errorf("the first answer: %+v", r)
	}
	p.Record(small("ep", "theirs"))
	later := harness.Get[payload](p, query, vars{"input": small("ep", "mine")}).RecordEpisode
	if r := later.Receipt; r.Change != "CREATED" || r.Revision != 1 || *r.CurrentRevision != 2 || !r.Superseded || later.Episode.Task != "theirs" {
		t.Errorf("after another writer: %+v %+v", r, later.Episode)
	}
	p.Edit("deleteEpisode", "ep")
	gone := harness.Get[payload](p, query, vars{"input": small("ep", "mine")}).RecordEpisode
	if gone.Episode != nil || gone.Receipt.CurrentRevision != nil || gone.Receipt.Superseded {
		t.Errorf("after it was deleted: %+v", gone)
	}
}

// pairCount is how many pairs of writers meet.
const pairCount = 40

package adr038_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/episodictest"
	"github.com/causeway-memory/causeway/examples"
	"github.com/causeway-memory/causeway/internal/ingest"
	"github.com/causeway-memory/causeway/internal/ingest/adr038"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// data is the folder of the real data; the test is skipped without it.
func data(t *testing.T) string {
	t.Helper()
	folder := os.Getenv("CAUSEWAY_TEST_DATA")
	if folder == "" {
		folder = "../../../../shared/data"
	}
	folder = filepath.Join(folder, "ai-agents")
	if _, err := os.Stat(folder); err != nil {
		t.Skip("the real data is not here; CAUSEWAY_TEST_DATA names its folder")
	}
	return folder
}

// published compiles one of the published schemas, with its formats.
func published(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	schema, err := compiler.Compile(filepath.Join(data(t), "schemas", name))
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// fits validates a file.
func fits(t *testing.T, schema *jsonschema.Schema, content []byte) error {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	return schema.Validate(value)
}

// rounds writes an episode, reads it again and wants the same content.
func rounds(t *testing.T, p episodic.Prepared) adr038.File {
	t.Helper()
	file, err := adr038.WriteEpisode(p.Episode, "x.json")
	if err != nil {
		t.Fatal(err)
	}
	back, entries, err := ingest.Read(ingest.FormatEpisode, "x.json", file.Content)
	if err != nil || back.Hash != p.Hash {
		t.Errorf("%s: %v\n got %s\nwant %s\n%v\n%s", p.Episode.ID, err, back.Content, p.Content, entries, file.Content)
	}
	return file
}

func story(t *testing.T) (out []episodic.Prepared) {
	t.Helper()
	names, err := fs.Glob(examples.Episodes(), "*.json")
	if err != nil || len(names) != 80 {
		t.Fatalf("%v, %d examples", err, len(names))
	}
	for _, name := range names {
		raw, err := fs.ReadFile(examples.Episodes(), name)
		if err != nil {
			t.Fatal(err)
		}
		var e episodic.Episode
		if err := json.Unmarshal(raw, &e); err != nil {
			t.Fatal(err)
		}
		out = append(out, episodictest.MustPrepare(t, e))
	}
	return out
}

func TestWriteEpisode_Examples(t *testing.T) {
	schema, lacking := published(t, "episode.schema.json"), 0
	for _, p := range story(t) {
		file := rounds(t, p)
		if err := fits(t, schema, file.Content); (err == nil) != (len(file.Lacks) == 0) {
			t.Errorf("%s: said to lack %q, the schema says %v", p.Episode.ID, file.Lacks, err)
		}
		if len(file.Lacks) > 0 {
			lacking++
		}
	}
	if lacking == 0 || lacking > 40 {
		t.Errorf("%d examples do not fit; the test wants both kinds", lacking)
	}
}

func TestWriteEpisode_RealEpisodes(t *testing.T) {
	schema := published(t, "episode.schema.json")
	found, err := filepath.Glob(filepath.Join(data(t), "episodes", "*.json"))
	if err != nil || len(found) == 0 {
		t.Fatalf("%v, %d episodes", err, len(found))
	}
	lacking := 0
	for _, path := range found {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		p, _, err := ingest.Read(ingest.FormatEpisode, path, raw)
		if err != nil {
			t.Fatal(err)
		}
		file := rounds(t, p)
		if err := fits(t, schema, file.Content); (err == nil) != (len(file.Lacks) == 0) {
			t.Errorf("%s: said to lack %q, the schema says %v", p.Episode.ID, file.Lacks, err)
		}
		if len(file.Lacks) > 0 {
			lacking++
		}
	}
	if lacking > len(found)/50 {
		t.Errorf("%d of %d do not fit the schema", lacking, len(found))
	}
}

func TestWriteEpisode_WhatTheFormCannotSay(t *testing.T) {
	midnight := episodic.At(time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC))
	minute := episodic.Timestamp{Time: time.Date(2026, 1, 2, 3, 4, 0, 0, time.UTC), Precision: episodic.PrecisionMinute}
	two := []episodic.Event{{ID: "e001", Content: "a"}, {ID: "e002", Content: "b"}}
	for _, c := range []struct {
		why   string
		exact bool
		e     episodic.Episode
	}{
		{"a measured zero beside an unknown count", false, episodic.Episode{ID: "a", Metrics: episodic.Metrics{DurationMinutes: new(0.0)}}},
		{"two measured zeros", true, episodic.Episode{ID: "a", Metrics: episodic.Metrics{DurationMinutes: new(0.0), ToolCalls: new(int64(0))}}},
		{"an instant at midnight", true, episodic.Episode{ID: "a", StartedAt: midnight}},
		{"a minute", true, episodic.Episode{ID: "a", StartedAt: minute}},
		{"who decides and who acts", false, episodic.Episode{
			ID: "a", Decisions: []episodic.Decision{{ID: "d001", Chosen: "go", Actor: "planner"}}, Events: []episodic.Event{{ID: "e001", Content: "went", Actor: "Nora"}},
		}},
		{"a link with a remark", false, episodic.Episode{ID: "a", Events: two, Links: []episodic.Link{{Source: "e001", Relation: "causes", Target: "e002", Note: "n"}}}},
		{"a stated link where the others follow from time", false, episodic.Episode{
			ID: "a", CausalOrderVersion: 2, Events: two, Links: []episodic.Link{{Source: "e001", Relation: "causes", Target: "e002"}},
		}},
		{"sources, whose bytes count", true, episodic.Episode{ID: "a", Sources: []episodic.Source{
			{Format: "episode", Name: "n", Hash: "8489a5deb454a360345c7868bca8672de92b446caf3d3b014af6a56e3d549d30", Content: json.RawMessage(`{"id":"a"}`)},
		}}},
		{"values beside the fields", false, episodic.Episode{ID: "a", Extra: map[string]json.RawMessage{"causeways": json.RawMessage(`1.0`), "events[0].mood": json.RawMessage(`"<b>"`)}}},
	} {
		p := episodictest.MustPrepare(t, c.e)
		file := rounds(t, p)
		if got := bytes.Contains(file.Content, []byte(`"shown"`)); got != c.exact {
			t.Errorf("%s: with the exact member is %t\n%s", c.why, got, file.Content)
		}
		if !c.exact {
			continue
		}
		edited := bytes.Replace(file.Content, []byte(`"task": ""`), []byte(`"task": "new"`), 1)
		back, entries, err := ingest.Read(ingest.FormatEpisode, "x.json", edited)
		says := func(e ingest.Entry) bool { return e.Rule == ingest.RuleNoteRemark }
		if c.why != "sources, whose bytes count" && (err != nil || back.Episode.Task != "new" || !slices.ContainsFunc(entries, says)) {
			t.Errorf("%s: edited: %v, task %q, %v", c.why, err, back.Episode.Task, entries)
		}
	}
}

func TestGraph(t *testing.T) {
	schema := published(t, "causal-graph.schema.json")
	rollout := factor.Factor{Identity: factor.Identity{Variable: "rollout", State: "canary"}, Outcomes: factor.OutcomeCounts{Success: 3, Failure: 1, Unknown: 2}, Kinds: factor.KindCounts{Decision: 6}}
	broke := factor.Factor{Identity: factor.Identity{Variable: "error: timeout", State: factor.StateOccurred}, Kinds: factor.KindCounts{Event: 1}, Outcomes: factor.OutcomeCounts{Unknown: 1}}
	g := adr038.NewGraph(time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC))
	g.AddFactor(rollout, []string{"a", "b"})
	g.AddFactor(broke, nil)
	g.AddFactor(factor.Factor{Identity: factor.Identity{Variable: "rollout=canary", State: factor.StateOccurred}, Kinds: rollout.Kinds}, nil)
	g.AddLink(link.FactorLink{Source: rollout.Identity, Target: broke.Identity, Relation: episodic.RelationPrevents, Evidence: link.BasisCounts{Stated: 2}, Measure: link.Measure{Strength: new(.5)}})
	g.AddPattern(patterns.Pattern{Name: "n", Definition: patterns.Definition{Trigger: "t", Action: "a", AntiPattern: true}, Claim: &patterns.Claim{Rate: new(.25)}}, []string{"a"})
	content, err := g.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	if err := fits(t, schema, content); err != nil {
		t.Errorf("%v\n%s", err, content)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, content); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"version":"1.0","updated":"2026-01-02T03:04:05Z"`,
		`"type":"decision","label":"rollout=canary","episodes":["a","b"],"frequency":6,"success_rate":0.75}`,
		`"type":"error","label":"error: timeout","episodes":[],"frequency":1}`,
		`"type":"prevents","weight":0.5,"evidence_count":2}`,
		`"name":"n","trigger":"t","action":"AVOID: a","success_rate":0.25,"episodes":["a"]}`,
	} {
		if !strings.Contains(compact.String(), want) {
			t.Errorf("%s is not in\n%s", want, content)
		}
	}
	read, _, err := ingest.ReadGraph("causal-graph.json", content)
	if err != nil || len(read.Patterns) != 1 || !read.Patterns[0].AntiPattern || len(read.Links) != 2 {
		t.Errorf("%v, read as %+v", err, read)
	}
	if ids := map[string]bool{g.Nodes[0].ID: true, g.Nodes[1].ID: true, g.Nodes[2].ID: true}; len(ids) != 3 {
		t.Errorf("nodes of one label share an id: %+v", g.Nodes)
	}
}

package ingest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/ingest"
	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schemaNode is the part of a schema that is compared with the Go types.
type schemaNode struct {
	Schema               string                `json:"$schema"`
	Ref                  string                `json:"$ref"`
	Description          string                `json:"description"`
	Type                 any                   `json:"type"`
	Required             []string              `json:"required"`
	Properties           map[string]schemaNode `json:"properties"`
	AdditionalProperties any                   `json:"additionalProperties"`
	Items                *schemaNode           `json:"items"`
	Enum                 []string              `json:"enum"`
	MaxLength            int                   `json:"maxLength"`
	MaxItems             int                   `json:"maxItems"`
	Defs                 map[string]schemaNode `json:"$defs"`
}

func loadSchema(t *testing.T) schemaNode {
	t.Helper()
	var s schemaNode
	if err := json.Unmarshal(ingest.EpisodeSchema(), &s); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestEpisodeSchema_IsTheGoTypes(t *testing.T) {
	s := loadSchema(t)
	if s.Schema != "https://json-schema.org/draft/2020-12/schema" {
		t.Errorf("$schema = %q", s.Schema)
	}
	types := map[string]reflect.Type{
		"": reflect.TypeFor[episodic.Episode](), "Decision": reflect.TypeFor[episodic.Decision](), "Event": reflect.TypeFor[episodic.Event](),
		"Link": reflect.TypeFor[episodic.Link](), "Metrics": reflect.TypeFor[episodic.Metrics](),
	}
	for name, goType := range types {
		object := s.Defs[name]
		if name == "" {
			object = s
		}
		if object.AdditionalProperties != false {
			t.Errorf("%s takes unknown fields", name)
		}
		var fields, required []string
		for f := range goType.Fields() {
			tag, options, _ := strings.Cut(f.Tag.Get("json"), ",")
			fields = append(fields, tag)
			if options == "" {
				required = append(required, tag)
			}
			if got := object.Properties[tag]; got.Description == "" || !fits(f.Type, got) {
				t.Errorf("%s.%s is %+v, want a described %s", name, tag, got, f.Type)
			}
		}
		if diff := cmp.Diff(slices.Sorted(slices.Values(fields)), slices.Sorted(maps.Keys(object.Properties))); diff != "" {
			t.Errorf("%s: fields (-Go +schema):\n%s", name, diff)
		}
		if diff := cmp.Diff(required, object.Required); diff != "" {
			t.Errorf("%s: required (-Go +schema):\n%s", name, diff)
		}
	}
}

// fits reports whether a property describes a Go type.
func fits(goType reflect.Type, p schemaNode) bool {
	if goType.Kind() == reflect.Pointer {
		return fits(goType.Elem(), schemaNode{Type: scalar(p.Type)})
	}
	switch goType.Kind() {
	case reflect.Slice:
		return p.Type == "array" && p.Items != nil && fits(goType.Elem(), *p.Items)
	case reflect.Map:
		return p.Type == "object"
	case reflect.Struct:
		return p.Ref == "#/$defs/"+goType.Name()
	case reflect.Int, reflect.Int64:
		return p.Type == "integer"
	case reflect.Float64:
		return p.Type == "number"
	default:
		return p.Type == "string" || p.Ref == "#/$defs/"+goType.Name() || goType.Name() == "string" && p.Ref != ""
	}
}

// scalar removes null from a nullable type.
func scalar(t any) any {
	if list, ok := t.([]any); ok && len(list) == 2 && list[1] == "null" {
		return list[0]
	}
	return t
}

func TestEpisodeSchema_WordsAndSizes(t *testing.T) {
	s := loadSchema(t)
	for name, words := range map[string]string{
		"Outcome": fmt.Sprint(episodic.Outcomes()), "DecisionType": fmt.Sprint(episodic.DecisionTypes()),
		"EventType": fmt.Sprint(episodic.EventTypes()), "Relation": fmt.Sprint(episodic.Relations()), "Basis": fmt.Sprint(episodic.Bases()),
	} {
		if got := fmt.Sprint(s.Defs[name].Enum); got != words {
			t.Errorf("%s = %s, want %s", name, got, words)
		}
	}
	sizes := map[string][2]int{
		"id":     {s.Properties["id"].MaxLength, episodic.MaxEpisodeID},
		"short":  {s.Defs["ShortID"].MaxLength, episodic.MaxShortID},
		"end":    {s.Defs["End"].MaxLength, episodic.MaxEpisodeID + 1 + episodic.MaxShortID},
		"word":   {s.Properties["session"].MaxLength, episodic.MaxWord},
		"text":   {s.Properties["task"].MaxLength, episodic.MaxText},
		"events": {s.Properties["events"].MaxItems, episodic.MaxOccurrences},
		"links":  {s.Properties["links"].MaxItems, episodic.MaxLinks},
	}
	for what, size := range sizes {
		if size[0] != size[1] {
			t.Errorf("%s: %d in the schema, %d in the domain", what, size[0], size[1])
		}
	}
}

func compiled(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(ingest.EpisodeSchema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("episode.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("episode.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func validate(t *testing.T, s *jsonschema.Schema, raw []byte) error {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	return s.Validate(doc)
}

// TestEpisodeSchema_AndPrepareAgree gives the same documents to the schema and to the domain.
func TestEpisodeSchema_AndPrepareAgree(t *testing.T) {
	s := compiled(t)
	valid := `{"id":"x","outcome":"success","task":"t","decisions":[],"events":[{"id":"e1","type":"test","content":"c"}],"metrics":{},"lessons":[]}`
	cases := []struct {
		why, old, new string
		valid         bool
	}{
		{"the least", "", "", true},
		{"metrics null", `"metrics":{}`, `"metrics":{"errors":null}`, true},
		{"a day", `"task"`, `"timestamp":"2026-05-06","task"`, true},
		{"an instant", `"task"`, `"timestamp":"2026-05-06T10:11:12.123+02:00","task"`, true},
		{"unknown time", `"task"`, `"timestamp":null,"task"`, true},
		{"a link", `"metrics"`, `"links":[{"source":"e1","relation":"causes","target":"other/e1","basis":"stated","confidence":1}],"metrics"`, true},
		{"input fields", `"content":"c"`, `"content":"c","leads_to":["outcome"],"caused_by":["a/b"]`, true},
		{"no time", `"task"`, `"timestamp":"yesterday","task"`, false},
		{"an id with a slash", `"id":"x"`, `"id":"x/y"`, false},
		{"a reserved id", `"id":"e1"`, `"id":"outcome"`, false},
		{"a word of no enumeration", `"type":"test"`, `"type":"lint"`, false},
		{"confidence over 1", `"metrics"`, `"links":[{"source":"e1","relation":"causes","target":"outcome","basis":"stated","confidence":2}],"metrics"`, false},
		{"a key of three parts", `"content":"c"`, `"content":"c","caused_by":["a/b/c"]`, false},
		{"a negative metric", `"metrics":{}`, `"metrics":{"errors":-1}`, false},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			raw := []byte(strings.Replace(valid, c.old, c.new, 1))
			if err := validate(t, s, raw); (err == nil) != c.valid {
				t.Errorf("schema: %v, want valid = %v", err, c.valid)
			}
			var e episodic.Episode
			err := json.Unmarshal(raw, &e)
			if err == nil {
				_, err = intake.Prepare(e)
			}
			if (err == nil) != c.valid {
				t.Errorf("domain: %v, want valid = %v", err, c.valid)
			}
		})
	}
	for why, raw := range map[string]string{
		"an unknown field": strings.Replace(valid, `"task"`, `"mood":1,"task"`, 1), "no outcome": strings.Replace(valid, `"outcome":"success",`, "", 1),
	} {
		if err := validate(t, s, []byte(raw)); err == nil {
			t.Errorf("%s is valid", why)
		}
	}
}

func TestEpisodeSchema_RealEpisodes(t *testing.T) {
	s := compiled(t)
	check := func(format ingest.Format, paths []string) {
		for _, path := range paths {
			raw, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			p, _, err := ingest.Read(format, path, raw)
			if err != nil {
				t.Fatal(err)
			}
			if err := validate(t, s, p.Content); err != nil {
				t.Errorf("%s: %v", path, err)
			}
		}
	}
	check(ingest.FormatEpisode, append(realFiles(t, "episodes", 453), realFiles(t, "episode-variants", 46)...))
	check(ingest.FormatSessionLog, realFiles(t, "session-logs", 250))
}

// TestEpisodeSchema_Examples validates the project's own examples against the published schema.
func TestEpisodeSchema_Examples(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("..", "..", "examples", "episode-*.json"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	s := compiled(t)
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := validate(t, s, raw); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		_, entries, err := ingest.Read(ingest.FormatEpisode, path, raw)
		for _, e := range entries {
			if e.Kind != ingest.KindNoted {
				t.Errorf("%s: %+v", path, e)
			}
		}
		if err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
}

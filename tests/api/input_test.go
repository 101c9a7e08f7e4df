package api_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/tests/harness"
)

func TestInput_Episode(t *testing.T) {
	harness.EmbeddedOnly(t)
	p := newBase(t)
	event := func(id string, more ...any) vars {
		e := vars{"id": id, "content": "step"}
		for i := 0; i < len(more); i += 2 {
			e[more[i].(string)] = more[i+1]
		}
		return e
	}
	link := func(source, target string) []vars {
		return []vars{{"source": source, "relation": "CAUSES", "target": target}}
	}
	for name, c := range map[string]struct {
		why   string
		input vars
		want  string
	}{
		"unknown field":       {"a misspelt field would be lost", vars{"taks": "x"}, "GRAPHQL_VALIDATION_FAILED input.taks"},
		"unknown inner field": {"in lists as well", vars{"events": []vars{event("e1", "kind", "ERROR")}}, "GRAPHQL_VALIDATION_FAILED input.events[0].kind"},
		"wrong outcome":       {"an outcome is one of four words", vars{"outcome": "MAYBE"}, "GRAPHQL_VALIDATION_FAILED input.outcome"},
		"wrong event type":    {"a type is one of the words", vars{"events": []vars{event("e1", "type", "boom")}}, "GRAPHQL_VALIDATION_FAILED input.events[0].type"},
		"wrong relation":      {"a link has one of four relations", vars{"links": []vars{{"source": "outcome", "relation": "IMPLIES", "target": "base/e001"}}}, "GRAPHQL_VALIDATION_FAILED input.links[0].relation"},
		"wrong kind of value": {"a text is no list", vars{"task": []string{"x"}}, "GRAPHQL_VALIDATION_FAILED input.task"},
		"no task":             {"the task is needed", vars{"task": nil}, "GRAPHQL_VALIDATION_FAILED input.task"},
		"null id":             {"the id is needed", vars{"id": nil}, "GRAPHQL_VALIDATION_FAILED input.id"},
		"empty id":            {"the id is part of keys", vars{"id": ""}, "INVALID_INPUT input.id"},
		"slash in the id":     {"a slash separates the parts of keys", vars{"id": "a/b"}, "INVALID_INPUT input.id"},
		"long id":             {"ids are bounded", vars{"id": strings.Repeat("x", 201)}, "TOO_LARGE input.id"},
		"ids twice": {
			"a key names one occurrence",
			vars{"decisions": []vars{{"id": "x"}}, "events": []vars{event("x"), event("x")}},
			"DUPLICATE_ID input.events[0].id, DUPLICATE_ID input.events[1].id",
		},
		"id of the outcome": {"the outcome has its own id", vars{"events": []vars{event("outcome")}}, "INVALID_INPUT input.events[0].id"},
		"dangling cause":    {"a link has two ends", vars{"events": []vars{event("e1", "causedBy", []string{"e9"})}}, "DANGLING_REFERENCE input.events[0].causedBy[0]"},
		"dangling effect":   {"decisions too", vars{"decisions": []vars{{"id": "d1", "effects": []string{"e9"}}}}, "DANGLING_REFERENCE input.decisions[0].effects[0]"},
		"dangling link":     {"links too", vars{"links": link("e9", "outcome")}, "DANGLING_REFERENCE input.links[0].source"},
		"self link":         {"nothing causes itself", vars{"events": []vars{event("e1", "causedBy", []string{"e1"})}}, "INVALID_INPUT input.events[0].causedBy[0]"},
		"strangers":         {"a link is stated by one of its episodes", vars{"links": link("base/d001", "base/e001")}, "INVALID_INPUT input.links[0]"},
		"no time":           {"a time is RFC 3339", vars{"startedAt": "yesterday"}, "INVALID_INPUT input.startedAt"},
		"no such day":       {"the calendar counts", vars{"startedAt": "2026-02-30"}, "INVALID_INPUT input.startedAt"},
		"no zone":           {"a time has a zone", vars{"events": []vars{event("e1", "at", "2026-05-03T10:00:00")}}, "INVALID_INPUT input.events[0].at"},
		"number as time":    {"seconds since 1970 are ambiguous", vars{"startedAt": 1777777777}, "INVALID_INPUT input.startedAt"},
		"negative metric":   {"nothing happened less than never", vars{"metrics": vars{"errors": -1}}, "INVALID_INPUT input.metrics.errors"},
		"confidence":        {"it is a probability", vars{"links": []vars{{"source": "outcome", "relation": "CAUSES", "target": "base/e001", "confidence": 1.5}}}, "INVALID_INPUT input.links[0].confidence"},
		"control character": {"texts are text", vars{"task": "a\x00b"}, "INVALID_INPUT input.task"},
		"10 MB text":        {"a text is bounded", vars{"task": strings.Repeat("x", 10<<20)}, "TOO_LARGE input.task"},
		"10 MB episode": {
			"an episode is bounded",
			vars{"events": many(200, func(i int) vars { return event(fmt.Sprint("e", i), "content", strings.Repeat("y ", 25_000)) })},
			"TOO_LARGE input",
		},
		"too many events": {"so is their number", vars{"events": many(10_001, func(i int) vars { return event(fmt.Sprint("e", i)) })}, "TOO_LARGE input.events"},
		"several": {
			"every problem is told at once",
			vars{"id": "a b", "events": []vars{event("e1", "causedBy", []string{"e9"})}},
			"INVALID_INPUT input.id, DANGLING_REFERENCE input.events[0].causedBy[0]",
		},
	} {
		t.Run(name, func(t *testing.T) {
			input := vars{"id": "new", "task": "bad"}
			for k, v := range c.input {
				input[k] = v
			}
			p.sub(t).Refused(c.why, harness.RecordMutation, vars{"input": input}, c.want)
		})
	}
}

func many(n int, item func(i int) vars) []vars {
	out := make([]vars, n)
	for i := range out {
		out[i] = item(i)
	}
	return out
}

func TestInput_LargeRequest(t *testing.T) {
	harness.EmbeddedOnly(t)
	p := newBase(t)
	before := p.Contents()
	a, err := p.Post(t.Context(), harness.RecordMutation, vars{"project": p.Name, "input": vars{"id": "new", "task": strings.Repeat("x", 17<<20)}})
	if err != nil || a.Status != 413 || a.Codes() != "BODY_LIMIT_EXCEEDED" {
		t.Errorf("17 MB: status %d, %s, %v", a.Status, a.Codes(), err)
	}
	for name, body := range map[string]string{"no JSON": `{"query": "{ projects`, "a list": `[]`, "nothing": ``, "no query": `{}`} {
		if a, err := p.Send(t.Context(), []byte(body)); err != nil || len(a.Errors) == 0 || a.Errors[0].Extensions.Code == "" || a.Status != 400 && a.Status != 422 && a.Status != 200 {
			t.Errorf("%s: status %d, %+v, %v", name, a.Status, a.Errors, err)
		}
	}
	if after := p.Contents(); before != after {
		t.Errorf("something changed from %s to %s", before, after)
	}
}

func TestInput_Project(t *testing.T) {
	p := newBase(t)
	unknown := "test-never-there"
	for name, c := range map[string]struct {
		why, query string
		v          vars
		want       string
	}{
		"unknown, a list":     {"no project is no empty list", `query($project: String!) { episodes(project: $project) { totalCount } }`, vars{"project": unknown}, "PROJECT_NOT_FOUND"},
		"unknown, an episode": {"it is told apart from an absent episode", `query($project: String!) { episode(project: $project, key: "base") { key } }`, vars{"project": unknown}, "PROJECT_NOT_FOUND"},
		"unknown, failures":   {"", `query($project: String!) { similarFailures(project: $project, error: "before") { truncated } }`, vars{"project": unknown}, "PROJECT_NOT_FOUND"},
		"unknown, a path":     {"", harness.PathQuery, vars{"project": unknown, "from": "base/d001", "to": "base/e001"}, "PROJECT_NOT_FOUND"},
		"unknown, effects":    {"", `query($project: String!) { occurrence(project: $project, key: "base/d001") { effects { totalCount } } }`, vars{"project": unknown}, "PROJECT_NOT_FOUND"},
		"unknown, references": {"", `query($project: String!) { references(project: $project) { edges { cursor } } }`, vars{"project": unknown}, "PROJECT_NOT_FOUND"},
		"unknown, a delete":   {"", `mutation($project: String!) { deleteEpisode(project: $project, key: "base") { removedId } }`, vars{"project": unknown}, "PROJECT_NOT_FOUND"},
		"unknown, a purge":    {"", `mutation($project: String!) { purgeProject(project: $project, confirm: $project) { removedId } }`, vars{"project": unknown}, "PROJECT_NOT_FOUND"},
		"illegal, a write":    {"a name is part of keys", harness.RecordMutation, vars{"project": "a/b", "input": vars{"id": "x", "task": "x"}}, "INVALID_INPUT project"},
		"empty, a write":      {"a name is needed", harness.RecordMutation, vars{"project": "", "input": vars{"id": "x", "task": "x"}}, "INVALID_INPUT project"},
		"illegal, an import":  {"", harness.ImportMutation, vars{"project": "a b", "input": vars{"files": []vars{{"name": "a.json", "content": "{}"}}}}, "INVALID_INPUT project"},
		"purge unconfirmed":   {"nothing is purged by mistake", `mutation($project: String!) { purgeProject(project: $project, confirm: "demo") { removedId } }`, nil, "INVALID_INPUT confirm"},
	} {
		t.Run(name, func(t *testing.T) { p.sub(t).Refused(c.why, c.query, c.v, c.want) })
	}
}

func TestInput_Question(t *testing.T) {
	harness.EmbeddedOnly(t)
	p := newBase(t)
	list := func(arguments string) string {
		return fmt.Sprintf(`query($project: String!) { episodes(project: $project, %s) { edges { cursor } } }`, arguments)
	}
	path := func(v vars) vars {
		out := vars{"from": "base/d001", "to": "base/e001"}
		for k, value := range v {
			out[k] = value
		}
		return out
	}
	for name, c := range map[string]struct {
		why, query string
		v          vars
		want       string
	}{
		"first 0":             {"a page has items", list("first: 0"), nil, "INVALID_INPUT first"},
		"first -1":            {"nor fewer than none", list("first: -1"), nil, "INVALID_INPUT first"},
		"first 1000":          {"a page is bounded", list("first: 1000"), nil, "INVALID_INPUT first"},
		"no cursor":           {"a cursor comes from a page", list(`after: "!"`), nil, "INVALID_INPUT after"},
		"cursor of elsewhere": {"and from the same list", list(`after: "MXxyZWZlcmVuY2VzfHg"`), nil, "INVALID_INPUT after"},
		"recall first 0":      {"", `query($project: String!) { recall(project: $project, text: "x", first: 0) { truncated } }`, nil, "INVALID_INPUT first"},
		"recall offset -1":    {"", `query($project: String!) { recall(project: $project, text: "x", offset: -1) { truncated } }`, nil, "INVALID_INPUT offset"},
		"recall of nothing":   {"", `query($project: String!) { recall(project: $project, text: " ") { truncated } }`, nil, "INVALID_INPUT text"},
		"huge question":       {"a question is bounded", `query($project: String!, $text: String!) { recall(project: $project, text: $text) { truncated } }`, vars{"text": strings.Repeat("x ", 1<<20)}, "TOO_LARGE text"},
		"simple too deep":     {"simple paths grow fast", harness.PathQuery, path(vars{"mode": "ALL_SIMPLE", "maxDepth": 11}), "INVALID_INPUT maxDepth"},
		"shortest too deep":   {"the ceiling is 100", harness.PathQuery, path(vars{"maxDepth": 101}), "INVALID_INPUT maxDepth"},
		"depth 0":             {"", harness.PathQuery, path(vars{"maxDepth": 0}), "INVALID_INPUT maxDepth"},
		"no paths wanted":     {"", harness.PathQuery, path(vars{"first": 0}), "INVALID_INPUT first"},
		"too many paths":      {"", harness.PathQuery, path(vars{"first": 1001}), "INVALID_INPUT first"},
		"nameless end":        {"", harness.PathQuery, path(vars{"from": " "}), "INVALID_INPUT from"},
		"effects too deep":    {"", `query($project: String!) { occurrence(project: $project, key: "base/d001") { effects(maxDepth: 101) { totalCount } } }`, nil, "INVALID_INPUT maxDepth"},
		"effects of nobody":   {"", `query($project: String!) { occurrence(project: $project, key: "base/d9") { effects { totalCount } } }`, nil, "NOT_FOUND"},
		"no global id":        {"", `{ node(id: "base") { id } }`, nil, "INVALID_INPUT id"},
		"no filter time":      {"", list(`filter: {since: "soon"}`), nil, "INVALID_INPUT filter.since"},
		"unknown argument":    {"", list(`frist: 3`), nil, "GRAPHQL_VALIDATION_FAILED"},
		"short SHA":           {"6 digits name too much", `query($project: String!) { reference(project: $project, kind: COMMIT, key: "abcdef") { key } }`, nil, "INVALID_INPUT key"},
	} {
		t.Run(name, func(t *testing.T) { p.sub(t).Refused(c.why, c.query, c.v, c.want) })
	}
}

// TestInput_CostlyQueries sends queries that would cost too much if they ran.
func TestInput_CostlyQueries(t *testing.T) {
	harness.EmbeddedOnly(t)
	p := newBase(t)
	deep := strings.Repeat("{ outcomeOccurrence { episode ", 500)
	aliases := func(field string) string {
		var b strings.Builder
		for i := range 5000 {
			fmt.Fprintf(&b, "a%d: %s ", i, field)
		}
		return b.String()
	}
	for name, c := range map[string]struct{ why, query, want string }{
		"depth 1000": {
			"depth is bounded", `query($project: String!) { episode(project: $project, key: "base") ` + deep + "{ key }" + strings.Repeat(" } }", 500) + " }",
			"DEPTH_LIMIT_EXCEEDED",
		},
		"5000 aliases":              {"renamed fields are bounded", "{ " + aliases("__typename") + " }", "ALIAS_LIMIT_EXCEEDED"},
		"5000 aliases of questions": {"so are questions", `query($project: String!) { ` + aliases(`episode(project: $project, key: "base") { key }`) + " }", "TOKEN_LIMIT_EXCEEDED"},
		"a product of lists": {
			"a page costs its size", `query($project: String!) { episodes(project: $project, first: 100) { edges { node { events { causedBy {
			occurrence { causedBy { occurrence { causedBy { occurrence { causedBy { occurrence { key } } } } } } } } } } } } }`, "COMPLEXITY_LIMIT_EXCEEDED",
		},
	} {
		t.Run(name, func(t *testing.T) {
			began := time.Now()
			p.sub(t).Refused(c.why, c.query, nil, c.want)
			if took := time.Since(began); enginetest.TooLong(t, took, 5*time.Second) {
				t.Errorf("refusing took %s", took)
			}
		})
	}
}

// TestInput_BrokenFileInTheMiddle imports good files around bad ones.
func TestInput_BrokenFileInTheMiddle(t *testing.T) {
	good := func(id string) string {
		return fmt.Sprintf(`{"id": %q, "task": "fine", "outcome": "success", "events": []}`, id)
	}
	files := []vars{
		{"name": "one.json", "content": good("one")},
		{"name": "broken.json", "content": "{\"id\": \"two\",\n \"task\": \"half\n"},
		{"name": "twice.json", "content": `{"id": "three", "task": "x", "events": [{"id": "e1", "content": "x"}, {"id": "e1", "content": "y"}]}`},
		{"name": "huge.json", "content": `{"id": "four", "task": "x", "lessons": ["` + strings.Repeat("y", 10<<20) + `"]}`},
		{"name": "five.json", "content": good("five")},
	}
	t.Run("lenient", func(t *testing.T) {
		p := newProject(t)
		report := p.ImportFiles(vars{"files": files})
		var statuses, codes []string
		for _, r := range report.Reports {
			statuses = append(statuses, r.Status)
			for _, problem := range r.Problems {
				codes = append(codes, problem.Code+" "+problem.Path)
			}
		}
		if got := strings.Join(statuses, " "); got != "CREATED REFUSED REFUSED REFUSED CREATED" || report.Refused != 3 || report.Created != 2 {
			t.Errorf("%s; %+v", got, harness.TotalsOf(report))
		}
		if message := report.Reports[1].Problems[0].Message; !strings.Contains(message, "line 2") || !strings.Contains(message, "column") {
			t.Errorf("the broken file: %q does not say where", message)
		}
		if len(codes) != 3 || codes[1] != "DUPLICATE_ID events[1].id" || !strings.HasPrefix(codes[2], "TOO_LARGE") {
			t.Errorf("problems: %v", codes)
		}
		if got := p.Totals(); got.Episodes != 2 {
			t.Errorf("totals %+v, want the two good ones", got)
		}
	})
	t.Run("strict", func(t *testing.T) {
		p := newBase(t)
		before := p.Contents()
		report := p.ImportFiles(vars{"files": files, "strict": true})
		if report.Refused != 3 || report.NotWritten != 2 || report.Created != 0 || p.Contents() != before {
			t.Errorf("%+v", harness.TotalsOf(report))
		}
	})
	t.Run("lines", func(t *testing.T) {
		p := newProject(t)
		report := p.ImportFiles(vars{"files": []vars{{"name": "all.jsonl", "content": good("one") + "\n{broken\n" + good("two") + "\n"}}})
		text, _ := json.Marshal(report.Reports)
		if report.Created != 2 || report.Refused != 1 || !strings.Contains(string(text), "all.jsonl:2") {
			t.Errorf("%s", text)
		}
	})
}

package rules_test

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/httpapi"
	"github.com/causeway-memory/causeway/tests/tree"
)

// limit is one row of docs/limits.md. Its number is the default of a setting or a constant of a file.
type limit struct {
	what string
	// setting is a key of the configuration, or empty.
	setting string
	// file and constant name a constant, when there is no setting.
	file, constant string
	// unit stands behind the number; bytes are written in MiB or KiB.
	unit string
	// code is what extensions.code says beyond the limit; then says what happens where no error does.
	code, then string
}

// limits are the parts of the page.
func limits() map[string][]limit {
	return map[string][]limit{
		"requests": {
			{what: "size of a request's body", setting: "http.body_bytes", unit: "bytes", code: "BODY_LIMIT_EXCEEDED"},
			{what: "time for a body to arrive", setting: "http.body_time", code: "BODY_TIMEOUT"},
			{what: "requests that are answered at once", setting: "http.concurrent", code: "CONCURRENCY_LIMIT_EXCEEDED"},
			{what: "WebSockets and subscriptions that are open at once", setting: "http.streams", code: "STREAM_LIMIT_EXCEEDED"},
			{what: "values in the JSON of a body", file: "internal/httpapi/parameters.go", constant: "mostValues", code: "BODY_LIMIT_EXCEEDED"},
			{what: "bodies of the largest size that are in memory at once, of one caller half as many; others wait as long as a body may take", file: "internal/httpapi/bodies.go", constant: "manyBodies", code: "CONCURRENCY_LIMIT_EXCEEDED"},
			{what: "introspections that are answered at once", file: "internal/httpapi/introspection.go", constant: "manyIntrospections", code: "CONCURRENCY_LIMIT_EXCEEDED"},
			{what: "size of a message over a WebSocket", file: "internal/httpapi/socket.go", constant: "messageBytes", unit: "bytes", then: "the socket is closed"},
			{what: "size of a request's header, its address included", file: "internal/httpapi/server.go", constant: "headerBytes", unit: "bytes", then: "HTTP status 431"},
			{what: "levels of fields in a query", setting: "graphql.depth", code: "DEPTH_LIMIT_EXCEEDED"},
			{what: "fields that a query renames", setting: "graphql.aliases", code: "ALIAS_LIMIT_EXCEEDED"},
			{what: "fields of a query, those of fragments counted wherever they are spread", setting: "graphql.fields", code: "FIELD_LIMIT_EXCEEDED"},
			{what: "cost of a query: one for each field, a list as often as its page is long; and the fields of its answer", setting: "graphql.complexity", code: "COMPLEXITY_LIMIT_EXCEEDED"},
			{what: "size of an answer, and of the contents of episodes that it is read from", setting: "graphql.answer_bytes", unit: "bytes", code: "ANSWER_LIMIT_EXCEEDED"},
			{what: "answers above 256 KiB that are built or sent at once, of one caller half as many; of one caller 8 more wait", file: "internal/httpapi/answers.go", constant: "largeAnswers", code: "CONCURRENCY_LIMIT_EXCEEDED"},
			{what: "lexical tokens of a query's text", setting: "graphql.tokens", code: "TOKEN_LIMIT_EXCEEDED"},
			{what: "time of a query", setting: "graphql.query_time", code: "TIMEOUT"},
			{what: "time of a mutation", setting: "graphql.mutation_time", code: "TIMEOUT"},
			{what: "time of one transaction, embedded", setting: "embedded.timeout", code: "TIMEOUT"},
			{what: "time of one transaction, Neo4j", setting: "neo4j.timeout", code: "TIMEOUT"},
		},
		"answers": {
			{what: "items of a page (`first`)", file: "episodic/page.go", constant: "MaxPage", code: "INVALID_INPUT"},
			{what: "items of a list inside of another item, like the events of an episode (`first`)", file: "episodic/page.go", constant: "MaxItems", code: "INVALID_INPUT", then: ", also without `first` when there are more"},
			{what: "ids of one `nodes`", file: "graph/resolvers/node.go", constant: "maxNodes", code: "INVALID_INPUT"},
			{what: "links of a shortest path, and of `causes` and `effects` (`maxDepth`)", file: "causal/search/search.go", constant: "MaxShortestDepth", code: "INVALID_INPUT"},
			{what: "links of a simple path (`maxDepth`, ALL_SIMPLE)", file: "causal/search/search.go", constant: "MaxSimpleDepth", code: "INVALID_INPUT"},
			{what: "paths that can be asked for (`first`)", file: "causal/search/search.go", constant: "MaxPaths", code: "INVALID_INPUT", then: "; when there are more than asked for, `status` is TRUNCATED"},
			{what: "occurrences that the name of an end may match", file: "causal/search/search.go", constant: "MaxMatches", then: "`status` is AMBIGUOUS"},
			{what: "links looked at for all paths between two ends", file: "causal/trace/path_search.go", constant: "maxHops", then: "`status` is TRUNCATED"},
			{what: "steps of a search for all paths", file: "causal/trace/simple.go", constant: "MaxSteps", then: "`status` is TRUNCATED"},
			{what: "strongest paths between factors (`first`, K_BEST)", file: "causal/paths/path_limit.go", constant: "MaxBest", code: "INVALID_INPUT"},
			{what: "links away from a factor in `factorCauses` and `factorEffects` (`maxDepth`)", file: "causal/paths/reach.go", constant: "MaxReach", code: "INVALID_INPUT"},
			{what: "links between factors looked at for one answer", file: "causal/paths/as_of.go", constant: "maxFactorLinks", then: "`status` is TRUNCATED"},
			{what: "of them, when they are counted anew (`asOf`)", file: "causal/paths/as_of.go", constant: "maxLinksCounted", then: "`status` is TRUNCATED"},
			{what: "links met by one step of a walk between two ends", file: "causal/search/walk.go", constant: "MaxLevel", then: "the walk goes on from the other end; when both have more, `status` is TRUNCATED"},
			{what: "links looked at around a factor (`factorCauses`, `factorEffects`, `causalGraph`)", file: "causal/paths/around.go", constant: "maxAround", then: "`status` is TRUNCATED"},
			{what: "of them, at one factor: those that most episodes state", file: "causal/paths/around.go", constant: "MaxFanOut", then: "`status` is TRUNCATED"},
			{what: "links looked at in one search for the strongest paths, each as often as it is met", file: "causal/paths/strongest.go", constant: "maxRelaxed", then: "`status` is TRUNCATED"},
			{what: "factors looked at for a pattern with `*`", file: "causal/layer/end.go", constant: "maxPattern", then: "`status` is AMBIGUOUS"},
			{what: "links of a `causalGraph` (`first`)", file: "causal/paths/graph.go", constant: "MaxGraphLinks", code: "INVALID_INPUT", then: "; when there are more than asked for, `truncated` is true"},
			{what: "tokens of a text that explains (`budget`)", file: "internal/explain/budget.go", constant: "MostBudget", code: "INVALID_INPUT"},
			{what: "suggestions of merges (`first`)", file: "causal/curate/suggest.go", constant: "MaxSuggestions", code: "INVALID_INPUT"},
			{what: "factors that one call merges, or takes off one", file: "causal/derive/merge.go", constant: "MaxMerged", code: "INVALID_INPUT"},
			{what: "variables that one call declares closed", file: "causal/derive/close.go", constant: "MaxClosed", code: "INVALID_INPUT"},
			{what: "size of a question in words", file: "episodic/recall/recall.go", constant: "maxQuestion", unit: "bytes", code: "TOO_LARGE"},
			{what: "different words of a question", file: "episodic/recall/recall.go", constant: "maxTerms", then: "identifiers first, then the words in their order"},
			{what: "hits that can be passed over (`offset`)", file: "episodic/recall/recall.go", constant: "maxOffset", code: "INVALID_INPUT"},
			{what: "related episodes (`related`)", file: "episodic/recall/related.go", constant: "MaxRelated", code: "INVALID_INPUT"},
			{what: "tokens of a context (`budget`)", file: "episodic/briefing/question.go", constant: "MostBudget", code: "INVALID_INPUT", then: ", as below 200"},
			{what: "episodes of a source of which it is asked what rests on it, or which is retracted", file: "causal/dependents/resolve.go", constant: "maxSource", code: "TOO_LARGE"},
			{what: "statements of such a source", file: "causal/dependents/resolve.go", constant: "maxSourceStatements", code: "TOO_LARGE"},
			{what: "occurrences over which decisions that rest on something are followed", file: "causal/dependents/later.go", constant: "mostReached", then: "the note says so"},
			{what: "reason of a retraction", file: "internal/retraction/service.go", constant: "maxReason", unit: "characters", code: "TOO_LARGE"},
		},
		"episodes": {
			{what: "size of an episode, as JSON", file: "episodic/limits.go", constant: "MaxContent", unit: "bytes", code: "TOO_LARGE"},
			{what: "size of a text", file: "episodic/limits.go", constant: "MaxText", unit: "bytes", code: "TOO_LARGE"},
			{what: "a word that filters compare: tag, domain, session", file: "episodic/limits.go", constant: "MaxWord", unit: "characters", code: "TOO_LARGE"},
			{what: "id of an episode", file: "episodic/limits.go", constant: "MaxEpisodeID", unit: "characters", code: "INVALID_INPUT"},
			{what: "id of a decision or event", file: "episodic/limits.go", constant: "MaxShortID", unit: "characters", code: "INVALID_INPUT"},
			{what: "decisions and events of an episode", file: "episodic/limits.go", constant: "MaxOccurrences", code: "TOO_LARGE"},
			{what: "links that an episode states", file: "episodic/limits.go", constant: "MaxLinks", code: "TOO_LARGE"},
			{what: "further factors of a decision or event", file: "episodic/limits.go", constant: "MaxFactors", code: "TOO_LARGE"},
			{what: "references that its texts mention", file: "episodic/limits.go", constant: "MaxMentions", code: "TOO_LARGE"},
			{what: "size of an imported episode's file", setting: "import.episode_bytes", unit: "bytes", then: "the document is refused in the report"},
			{what: "levels of an imported file's JSON", file: "internal/ingest/node.go", constant: "maxDepth", then: "the document is refused in the report"},
			{what: "files of one `importEpisodes`, and documents in them", setting: "import.files", code: "TOO_LARGE"},
			{what: "size of all files of one `importEpisodes`", setting: "import.bytes", unit: "bytes", code: "TOO_LARGE"},
			{what: "imports over the API that one service runs at once", setting: "import.jobs", code: "JOB_LIMIT_EXCEEDED"},
			{what: "an idempotency key", file: "internal/idempotency/idempotency.go", constant: "MaxKey", unit: "characters", code: "INVALID_INPUT"},
			{what: "episodes that an import writes in one transaction", setting: "import.batch", then: "the next transaction"},
			{what: "how long a job is remembered after its end", file: "internal/jobs/job.go", constant: "Kept", unit: "time", code: "NOT_FOUND"},
			{what: "how long the answer to an idempotency key is kept", file: "internal/idempotency/idempotency.go", constant: "Kept", unit: "time", then: "the call counts as a new one"},
			{what: "broken rules that one answer tells of", file: "internal/httpapi/errors.go", constant: "maxProblems", then: "the first ones are told"},
		},
		"executions": {
			{what: "execution events of one `captureEvents`", file: "episodic/execution/prepare.go", constant: "MaxCall", code: "INVALID_INPUT"},
			{what: "size of the data of one", file: "episodic/execution/prepare.go", constant: "maxData", unit: "bytes", code: "TOO_LARGE"},
			{what: "size of `result.output`", file: "episodic/execution/prepare.go", constant: "maxOutput", unit: "bytes", then: "it is cut; its length and hash are kept"},
			{what: "id of a workflow", file: "episodic/execution/prepare.go", constant: "maxWorkflow", unit: "characters", code: "TOO_LARGE"},
			{what: "a task, and a name or value of a context", file: "episodic/execution/prepare.go", constant: "maxName", unit: "characters", code: "TOO_LARGE"},
			{what: "names in a context", file: "episodic/execution/prepare.go", constant: "maxContext", code: "TOO_LARGE"},
			{what: "events that wait for the engines or were refused by the graph", setting: "capture.journal_records", code: "RESOURCE_EXHAUSTED"},
			{what: "size of these events", setting: "capture.journal_bytes", unit: "bytes", code: "RESOURCE_EXHAUSTED"},
			{what: "parts of a request of the OpenTelemetry protocol: spans, attributes, values", file: "internal/otlp/decode.go", constant: "MostParts", code: "BODY_LIMIT_EXCEEDED"},
			{what: "size of a text of a span", file: "internal/otlp/span.go", constant: "mostText", unit: "bytes", then: "it is cut"},
			{what: "size of the attributes of a span that have no place of their own", file: "internal/otlp/span.go", constant: "mostAttributes", unit: "bytes", then: "the others are left out and counted"},
			{what: "events kept in a project", setting: "capture.retention_events", then: "the oldest are removed hourly, those of running workflows excepted"},
			{what: "days for which they are kept", setting: "capture.retention_days", then: "as above"},
			{what: "relevant events (`first`)", file: "episodic/workflow/relevant.go", constant: "MaxRelevant", code: "INVALID_INPUT"},
			{what: "events that a page of `workflowEvents` with a filter on data looks at", file: "episodic/workflow/list.go", constant: "MaxExamined", then: "the page is short, and there are more"},
			{what: "filters on data", file: "episodic/workflow/list.go", constant: "maxMatches", code: "TOO_LARGE"},
		},
	}
}

// noLimit lists the settings of the same parts of the configuration that bound nothing.
func noLimit() []string {
	return []string{"http.address", "http.port_strict", "http.origins", "http.tls_cert", "http.tls_key", "graphql.introspection", "graphql.documents", "graphql.documents_only"}
}

// settings returns the defaults of the parts of the configuration that bound what callers do.
func settings() map[string]any {
	out := map[string]any{}
	defaults := reflect.ValueOf(config.Default())
	for i := range defaults.NumField() {
		part := defaults.Type().Field(i).Tag.Get("mapstructure")
		if defaults.Field(i).Kind() != reflect.Struct {
			continue
		}
		for j := range defaults.Field(i).NumField() {
			if name := defaults.Field(i).Type().Field(j).Tag.Get("mapstructure"); name != "-" {
				out[part+"."+name] = defaults.Field(i).Field(j).Interface()
			}
		}
	}
	return out
}

func (l limit) number(t *testing.T, defaults map[string]any) string {
	t.Helper()
	var n int64
	switch v := defaults[l.setting].(type) {
	case time.Duration:
		return v.String()
	case int:
		n = int64(v)
	case int64:
		n = v
	default:
		if l.setting != "" {
			t.Fatalf("%s is no setting with a number", l.setting)
		}
		n = numberIn(t, l.file, l.constant)
	}
	return strings.TrimSpace(quantity(n, l.unit))
}

func quantity(n int64, unit string) string {
	switch {
	case unit == "time":
		return strings.TrimSuffix(time.Duration(n).String(), "0m0s")
	case unit == "bytes" && n%(1<<20) == 0:
		return fmt.Sprintf("%d MiB", n>>20)
	case unit == "bytes" && n%(1<<10) == 0:
		return fmt.Sprintf("%d KiB", n>>10)
	}
	digits := fmt.Sprint(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits + " " + unit
}

// numberIn evaluates a constant of a source file.
func numberIn(t *testing.T, file, name string) int64 {
	t.Helper()
	m := regexp.MustCompile(`(?m)^\s*(?:const )?` + name + `\s*=\s*(.+?)\s*(?://.*)?$`).FindStringSubmatch(tree.Read(t, file))
	if m == nil {
		t.Fatalf("%s has no constant %s", file, name)
	}
	expression := strings.ReplaceAll(m[1], "time.Hour", fmt.Sprint(int64(time.Hour)))
	value, err := types.Eval(token.NewFileSet(), nil, token.NoPos, expression)
	if err != nil {
		t.Fatal(err)
	}
	n, exact := constant.Int64Val(value.Value)
	if !exact {
		t.Fatalf("%s of %s is no whole number", name, file)
	}
	return n
}

// TestLimits compares docs/limits.md with the configuration and the code.
func TestLimits(t *testing.T) {
	page := tree.Read(t, "docs/limits.md")
	want := page
	for part, rows := range limits() {
		table := "| what | at most | setting | beyond |\n|---|---|---|---|\n"
		for _, l := range rows {
			table += fmt.Sprintf("| %s | %s | %s | %s |\n", l.what, l.number(t, settings()), quoted(l.setting), quoted(l.code)+l.then)
		}
		begin, end := fmt.Sprintf("<!-- %s:begin -->\n", part), fmt.Sprintf("<!-- %s:end -->", part)
		before, rest, found := strings.Cut(want, begin)
		_, after, closed := strings.Cut(rest, end)
		if !found || !closed {
			t.Fatalf("docs/limits.md lacks %s%s", begin, end)
		}
		want = before + begin + table + end + after
	}
	if want == page {
		return
	}
	if !tree.Rewriting() {
		t.Fatal("docs/limits.md is not that of the code; `make pages` writes it anew")
	}
	if err := os.WriteFile(filepath.Join(tree.Root(), "docs", "limits.md"), []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

func quoted(word string) string {
	if word == "" {
		return ""
	}
	return "`" + word + "`"
}

// TestLimits_Whole wants every setting of a limit, every size of an episode and every code of a limit on the page.
func TestLimits_Whole(t *testing.T) {
	var named, codes, sizes []string
	for _, rows := range limits() {
		for _, l := range rows {
			named, codes, sizes = append(named, l.setting), append(codes, l.code), append(sizes, l.constant)
		}
	}
	for key := range settings() {
		part, _, _ := strings.Cut(key, ".")
		if slices.Contains([]string{"http", "graphql", "import"}, part) && !slices.Contains(append(named, noLimit()...), key) {
			t.Errorf("the setting %s has no row in limits() of tests/rules/limits_test.go", key)
		}
	}
	for _, m := range regexp.MustCompile(`(?m)^\t(Max\w+)`).FindAllStringSubmatch(tree.Read(t, "episodic/limits.go"), -1) {
		if !slices.Contains(sizes, m[1]) {
			t.Errorf("episodic.%s has no row in limits() of tests/rules/limits_test.go", m[1])
		}
	}
	known := []string{""}
	for _, code := range httpapi.Codes() {
		known = append(known, code.Name)
		if strings.HasSuffix(code.Name, "_LIMIT_EXCEEDED") && !slices.Contains(codes, code.Name) {
			t.Errorf("the code %s has no row in limits() of tests/rules/limits_test.go", code.Name)
		}
	}
	for _, code := range codes {
		if !slices.Contains(known, code) {
			t.Errorf("no error has the code %s", code)
		}
	}
}

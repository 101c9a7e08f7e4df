package cli_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/cli"
	"github.com/google/go-cmp/cmp"
)

// asked is a request that a service received.
type asked struct {
	token, query string
	variables    map[string]any
}

// answering starts a service that gives the same answer to every question and lists the given
// projects; it remembers the last question that was not about projects.
func answering(t *testing.T, answer string, projects ...string) (url string, last *asked) {
	t.Helper()
	last = &asked{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body struct {
			Query     string
			Variables map[string]any
		}
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			t.Errorf("the request is no JSON: %v", err)
		}
		if strings.Contains(body.Query, "query Projects") {
			var list []string
			for _, name := range projects {
				list = append(list, fmt.Sprintf(`{"name":%q}`, name))
			}
			fmt.Fprintf(w, `{"data":{"projects":[%s]}}`, strings.Join(list, ","))
			return
		}
		*last = asked{r.Header.Get("Authorization"), body.Query, body.Variables}
		fmt.Fprint(w, answer)
	}))
	t.Cleanup(server.Close)
	return server.URL, last
}

const (
	onePath    = `{"data":{"causalPath":{"status":"FOUND","from":{"asked":"a","total":1},"to":{"asked":"b","total":1},"paths":[{"length":0,"bases":[],"hops":[]}]}}}`
	noPath     = `{"data":{"causalPath":{"status":"NO_PATH","paths":[]}}}`
	oneHit     = `{"data":{"recall":{"hits":[{"part":"HEAD","text":"T","words":["w"],"episode":{"key":"k","task":"T"}}]}}}`
	noHit      = `{"data":{"recall":{"hits":[],"note":"no word of it is known"}}}`
	oneEntry   = `{"data":{"contextFor":{"text":"[k] lesson: test first\n","tokens":9,"budget":200,"entries":[{"reason":"SIMILAR"}]}}}`
	noEntry    = `{"data":{"contextFor":{"text":"","entries":[],"note":"nothing is like it"}}}`
	oneStep    = `{"data":{"decisionSequence":{"decisions":[{"shortId":"d001","chosen":"X","outcome":"SUCCESS"}]}}}`
	oneCause   = `{"data":{"causes":{"causes":{"totalCount":1,"edges":[{"depth":1,"terminal":true,"node":{"key":"k/d001","kind":"DECISION","label":"L"}}]}}}}`
	noCause    = `{"data":{"causes":{"causes":{"totalCount":0,"edges":[]}}}}`
	oneEffect  = `{"data":{"effects":{"effects":{"totalCount":3,"edges":[{"depth":1,"node":{"key":"k/d001","kind":"DECISION","label":"L"}}],"pageInfo":{"hasNextPage":true}}}}}`
	oneFailure = `{"data":{"similarFailures":{"hits":[{"part":"HEAD","text":"T","words":["w"],"episode":{"key":"k","task":"T"}}]}}}`
	noFailure  = `{"data":{"similarFailures":{"hits":[],"note":"no word of it is known"}}}`
	oneLike    = `{"data":{"similarDecisions":{"hits":[{"decision":{"key":"k/d001","chosen":"X"},"episode":{"key":"k","task":"T","outcome":"FAILURE"}}]}}}`
	noLike     = `{"data":{"similarDecisions":{"hits":[],"note":"no word of it is known"}}}`
	noStep     = `{"data":{"decisionSequence":{"decisions":[]}}}`
	oneWhy     = `{"data":{"factorPath":{"status":"FOUND","explain":"A causes B.","from":{"asked":"a","total":1},"to":{"asked":"b","total":1},"paths":[{"length":1,"polarity":1,"bases":["TEMPORAL"],"from":{"key":"1","label":"A"},"hops":[{"to":{"key":"2","label":"B"},"link":{"relation":"CAUSES","bases":["TEMPORAL"],"evidence":{"total":3}}}]}]}}}`
	noWhy      = `{"data":{"factorPath":{"status":"UNKNOWN_END","from":{"asked":"a","total":0},"to":{"asked":"b","total":2,"matches":[{"key":"2","label":"B","frequency":4}]},"paths":[]}}}`
	oneRanked  = `{"data":{"factorCauses":{"status":"FOUND","totalCount":4,"explain":"In words.","of":{"asked":"b","total":1},"edges":[{"score":0.25,"node":{"key":"1","label":"A","frequency":7},"path":{"length":2,"strength":0.5,"polarity":-1,"bases":["MEASURED","STATED"]}}],"pageInfo":{"hasNextPage":true}}}}`
	oneChange  = `{"data":{"project":{"whyChanged":{"status":"OK","target":{"label":"outcome=failure"},"before":{"value":0.4},"after":{"value":0.6},"beforeTold":50,"afterTold":50,"change":{"value":0.2,"low":0.01,"high":0.39},"parts":[]}}}}`
	noChange   = `{"data":{"project":{"whyChanged":{"status":"INSUFFICIENT_EVIDENCE","reason":"few","target":{"label":"outcome=failure"},"before":{"value":0.5},"after":{"value":0.6},"beforeTold":0,"afterTold":50,"change":{"value":0,"low":-1,"high":1},"parts":[]}}}}`
	noRanked   = `{"data":{"factorEffects":{"status":"NO_PATH","of":{"asked":"b","total":1},"edges":[],"pageInfo":{}}}}`
)

func refusal(code string) string {
	return fmt.Sprintf(`{"data":null,"errors":[{"message":"not so","extensions":{"code":%q,"hint":"do it otherwise","requestId":"R1"}}]}`, code)
}

func TestAsk_ExitCodes(t *testing.T) {
	for _, c := range []struct {
		why, answer, args string
		code              int
		says              string
	}{
		{"a path", onePath, "path a b", 0, "path 1 of 1"},
		{"no path", noPath, "path a b", 4, "NO_PATH"},
		{"why, and on what basis", oneWhy, "why a b", 0, "→ causes     B  (2; strength unknown, only the order in time, 3 episodes for it)"},
		{"why in words", oneWhy, "why a b", 0, "A causes B."},
		{"no factor of the name", noWhy, "why a b", 4, "no factor has the key or the label \"a\""},
		{"several factors of the name", noWhy, "why a b", 4, "B  (2, 4 episodes)"},
		{"one end only", oneWhy, "why a", 2, "accepts 2 arg"},
		{"ranked causes", oneRanked, "causes-of b", 0, "└ strength 0.50, the other way round, measured and stated"},
		{"further causes", oneRanked, "causes-of b", 0, "4 in all"},
		{"no effects", noRanked, "effects-of b", 4, "nothing found: NO_PATH"},
		{"a hit", oneHit, "recall w", 0, "head matches w: T"},
		{"no hit", noHit, "recall w", 4, "no word of it is known"},
		{"a decision", oneStep, "sequence e", 0, "d001"},
		{"no decision", noStep, "sequence e", 4, "no decisions"},
		{"a cause", oneCause, "causes k", 0, "root  unknown  decision  L  (k/d001)"},
		{"no cause", noCause, "causes k", 4, "nothing found"},
		{"an effect", oneEffect, "effects k", 0, "3 in all"},
		{"a failure", oneFailure, "failures w", 0, "head matches w: T"},
		{"no failure", noFailure, "failures w", 4, "no word of it is known"},
		{"neither error nor decision", oneFailure, "failures", 2, "--decision"},
		{"a like decision", oneLike, "decisions w", 0, "└ in       T  (k, failure)"},
		{"no like decision", noLike, "decisions w", 4, "no word of it is known"},
		{"a change of a rate", oneChange, "why-changed --at 2026-03-01", 0, "outcome=failure: 40.0 % of 50 episodes before, 60.0 % of 50 episodes after: +20.0 points (+1.0 to +39.0)"},
		{"a rate that nobody told before", noChange, "why-changed --at 2026-03-01", 0, "outcome=failure: unknown of 0 episodes before, 60.0 % of 50 episodes after: the change is unknown"},
		{"a change at no time", oneChange, "why-changed", 2, "--at"},
		{"something to read", oneEntry, "context t", 0, "[k] lesson: test first"},
		{"nothing to read", noEntry, "context t", 4, "nothing is like it"},
		{"nothing is nothing in JSON too", noHit, "recall w --json", 4, `"hits":[]`},
		{"the input is wrong", refusal("INVALID_INPUT"), "recall w", 2, "not so (INVALID_INPUT)"},
		{"the hint is told in the words of a command line", refusal("NOT_FOUND"), "sequence e", 4, "hint: `causeway episodes`"},
		{"any other hint is that of the service", refusal("BODY_LIMIT_EXCEEDED"), "recall w", 3, "hint: do it otherwise"},
		{"a project that is not there", refusal("PROJECT_NOT_FOUND"), "sequence e --project pp", 4, `there is no project "pp"; did you mean p?`},
		{"an empty answer, for the project is not there", noHit, "recall w --project pp", 4, `did you mean p?`},
		{"a value that the schema does not have", refusal("GRAPHQL_VALIDATION_FAILED"), "recall w", 2, "of different versions"},
		{"the request id is told", refusal("UNAUTHENTICATED"), "recall w", 3, "request id: R1"},
		{"an engine is away", refusal("UNAVAILABLE"), "recall w", 5, "UNAVAILABLE"},
		{"too many ask at once", refusal("CONCURRENCY_LIMIT_EXCEEDED"), "recall w", 5, "CONCURRENCY"},
		{"our own fault", refusal("INTERNAL"), "recall w", 1, "INTERNAL"},
		{"no time is no refusal", refusal("TIMEOUT"), "recall w", 1, "TIMEOUT"},
		{"something else answers", "<html>", "recall w", 1, "200 OK"},
		{"JSON of something else", "{}", "recall w", 1, "neither data nor errors"},
		{"no question", oneHit, "", 2, "path, causes, effects, recall"},
		{"one end", onePath, "path a", 2, "both ends"},
		{"ends twice", onePath, "path a b --from a", 2, "both ends"},
		{"one end by a flag", onePath, "path --from a", 2, "both ends"},
		{"neither text, episode nor filter", oneHit, "recall", 2, "--like"},
		{"filters alone rank nothing", oneHit, "recall --failed --alpha 1", 2, "--alpha needs a text"},
		{"text and episode", oneHit, "recall w --like e", 2, "--like"},
		{"a word that is none", onePath, "path a b --mode longest", 2, "shortest, all-shortest, all-simple"},
		{"a word that is nearly one", onePath, "path a b --mode shortst", 2, "did you mean shortest?"},
		{"a file without a token", oneHit, "recall w --token-file /dev/null", 1, "exactly one line"},
		{"no file of certificates", oneHit, "recall w --ca-file /dev/null", 1, "PEM"},
	} {
		url, _ := answering(t, c.answer, "p")
		code, out, errOut := run(t, append([]string{"ask", "--url", url}, strings.Fields(c.args)...)...)
		if code != c.code || !strings.Contains(out+errOut, c.says) {
			t.Errorf("%s: exit code %d (want %d), want %q in\n%s%s", c.why, code, c.code, c.says, out, errOut)
		}
	}
}

// TestRetract_wantsAReason sends nothing without one.
func TestRetract_wantsAReason(t *testing.T) {
	for _, reason := range []string{"", "  "} {
		url, last := answering(t, `{"data":{}}`, "p")
		code, _, errOut := run(t, "retract", "--episode", "e", "--reason", reason, "--project", "p", "--url", url)
		if code != 2 || !strings.Contains(errOut, "--reason") || last.query != "" {
			t.Errorf("reason %q: exit code %d, %s, asked %q", reason, code, errOut, last.query)
		}
	}
}

func TestAsk_HelpIsShort(t *testing.T) {
	code, out, _ := run(t, "ask", "path", "--help")
	for _, flag := range []string{"--mode", "--project", "--token-file", "--home"} {
		if !strings.Contains(out, flag+" ") {
			t.Errorf("the help does not show %s", flag)
		}
	}
	if code != 0 || strings.Contains(out, "--neo4j-uri") {
		t.Errorf("exit code %d; the help shows settings of the service:\n%s", code, out)
	}
	if _, out, _ := run(t, "up", "--help"); strings.Contains(out, "--graphql-depth") || !strings.Contains(out, "--engines ") {
		t.Errorf("the help of up shows all settings, or not those with which most begin:\n%s", out)
	}
	if _, out, _ := run(t, "config", "--help"); !strings.Contains(out, "--graphql-depth") {
		t.Errorf("the help of config does not show them:\n%s", out)
	}
}

func TestAsk_Unreachable(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	if code, _, errOut := run(t, "ask", "recall", "w", "--project", "p", "--url", server.URL); code != 5 || !strings.Contains(errOut, server.URL) {
		t.Errorf("nobody listens: exit code %d, %s", code, errOut)
	}
	if code, _, errOut := run(t, "ask", "recall", "w"); code != 5 || !strings.Contains(errOut, "causeway up") {
		t.Errorf("nothing runs: exit code %d, %s", code, errOut)
	}
	if code, _, errOut := run(t, "ask", "recall", "w", "--url", "localhost:1"); code != 2 || !strings.Contains(errOut, "http://") {
		t.Errorf("no address: exit code %d, %s", code, errOut)
	}
}

// TestAsk_SendsWhatWasSaid checks that only flags that were set are sent; the rest is left to the
// service's defaults.
func TestAsk_SendsWhatWasSaid(t *testing.T) {
	for _, c := range []struct {
		args string
		want map[string]any
	}{
		{"path a b", map[string]any{"from": "a", "to": "b"}},
		{"path --from a --to b --mode all-simple --depth 8 --limit 3 --relation causes,Prevents --relation correlates --basis stated", map[string]any{
			"from": "a", "to": "b", "mode": "ALL_SIMPLE", "maxDepth": 8.0, "first": 3.0,
			"relations": []any{"CAUSES", "PREVENTS", "CORRELATES"}, "bases": []any{"STATED"},
		}},
		{"why a b", map[string]any{"from": "a", "to": "b"}},
		{"why a b --mode k-best --rule all --as-of 2026-03-01 --in-time --min-strength 0.2 --budget 90 --depth 4 --limit 2 --relation causes --basis measured", map[string]any{
			"from": "a", "to": "b", "mode": "K_BEST", "visibility": "ALL", "asOf": "2026-03-01", "inTime": true, "minStrength": 0.2,
			"budget": 90.0, "maxDepth": 4.0, "first": 2.0, "relations": []any{"CAUSES"}, "bases": []any{"MEASURED"},
		}},
		{"causes-of b --rule strict --depth 1", map[string]any{"of": "b", "visibility": "STRICT", "maxDepth": 1.0}},
		{"effects-of b", map[string]any{"of": "b"}},
		{"recall two words", map[string]any{"text": "two words", "timeZone": cli.MachineZone(time.Now())}},
		{"recall w --alpha 0 --offset 0", map[string]any{"text": "w", "alpha": 0.0, "offset": 0.0, "timeZone": cli.MachineZone(time.Now())}},
		{"recall w yesterday --time-zone Asia/Tokyo --actor Nora,ci", map[string]any{"text": "w yesterday", "timeZone": "Asia/Tokyo", "filter": map[string]any{"actors": []any{"Nora", "ci"}}}},
		{"recall w yesterday --no-time", map[string]any{"text": "w yesterday", "timeZone": nil}},
		{"context w yesterday --no-time", map[string]any{"task": "w yesterday", "timeZone": nil}},
		{"timeline a b --since 2026-01-01 --until 2026-02-01 --limit 3 --offset 2", map[string]any{"ranking": "TIME", "timeZone": cli.MachineZone(time.Now()), "text": "a b", "filter": map[string]any{"since": "2026-01-01", "until": "2026-02-01"}, "first": 3.0, "offset": 2.0}},
		{"recall --like e --since 2026-01-01 --until 2026-02-01 --outcome failure,partial --domain ops --tag a,b --tool go --task-type fix --session s --failed --strategy s --complexity high --task in --decision-type test --mention pull-request:o/r#3 --mention file:a:b", map[string]any{
			"like": "e", "filter": map[string]any{
				"since": "2026-01-01", "until": "2026-02-01", "outcomes": []any{"FAILURE", "PARTIAL"}, "domain": "ops",
				"strategies": []any{"s"}, "complexity": "high", "task": "in", "decisionTypes": []any{"TEST"},
				"references": []any{map[string]any{"kind": "PULL_REQUEST", "key": "o/r#3"}, map[string]any{"kind": "FILE", "key": "a:b"}},
				"tags":       []any{"a", "b"}, "tools": []any{"go"}, "taskType": "fix", "session": "s", "failed": true,
			},
		}},
		{"recall --failed --limit 7", map[string]any{"first": 7.0, "filter": map[string]any{"failed": true}}},
		{"recall w --limit 3 --related 2 --ranking relevance --asking-domain ops --vector task --alpha 0.5", map[string]any{
			"timeZone": cli.MachineZone(time.Now()), "text": "w", "first": 3.0, "related": 2.0, "ranking": "RELEVANCE", "domain": "ops", "vector": "TASK", "alpha": 0.5,
		}},
		{"causes k --depth 2 --limit 5 --relation causes --basis stated", map[string]any{
			"of": "k", "maxDepth": 2.0, "first": 5.0, "relations": []any{"CAUSES"}, "bases": []any{"STATED"},
		}},
		{"effects k", map[string]any{"of": "k"}},
		{"failures it broke --decision x,y --decision z --limit 2 --domain ops", map[string]any{
			"error": "it broke", "decisions": []any{"x,y", "z"}, "first": 2.0, "filter": map[string]any{"domain": "ops"},
		}},
		{"decisions a fork --decision-type design,test --limit 2 --offset 1 --alpha 0.5", map[string]any{
			"offset": 1.0, "alpha": 0.5, "context": "a fork", "first": 2.0, "filter": map[string]any{"decisionTypes": []any{"DESIGN", "TEST"}},
		}},
		{"sequence e", map[string]any{"episode": "e"}},
		{"context do this --budget 300 --domain ops", map[string]any{"timeZone": cli.MachineZone(time.Now()), "task": "do this", "budget": 300.0, "filter": map[string]any{"domain": "ops"}}},
	} {
		url, last := answering(t, oneHit)
		c.want["project"] = "p"
		run(t, append([]string{"ask", "--url", url, "--project", "p"}, strings.Fields(c.args)...)...)
		if diff := cmp.Diff(c.want, last.variables); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.args, diff)
		}
	}
}

func TestAsk_ChoosesTheProject(t *testing.T) {
	for _, c := range []struct {
		why      string
		projects []string
		env      string
		args     []string
		want     string
		code     int
		says     string
	}{
		{"the only one, and it is said", []string{"one"}, "", nil, "one", 0, "project one (the only one)"},
		{"the environment's, and it is said", []string{"one"}, "two", nil, "two", 0, "project two (from CAUSEWAY_PROJECT)"},
		{"the flag goes before the environment", []string{"one"}, "two", []string{"--project", "three"}, "three", 0, ""},
		{"several are named", []string{"one", "two"}, "", nil, "", 2, "one, two"},
		{"none at all", nil, "", nil, "", 4, "causeway import"},
	} {
		url, last := answering(t, oneHit, c.projects...)
		t.Setenv("CAUSEWAY_PROJECT", c.env)
		code, out, errOut := run(t, append([]string{"ask", "recall", "w", "--url", url}, c.args...)...)
		if got, _ := last.variables["project"].(string); code != c.code || got != c.want || !strings.Contains(errOut, c.says) {
			t.Errorf("%s: exit code %d, project %q, %s", c.why, code, got, errOut)
		}
		if strings.Contains(out, "project") {
			t.Errorf("%s: standard output holds more than the answer: %s", c.why, out)
		}
	}
}

func TestAsk_SaysWhoAsks(t *testing.T) {
	file := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(file, []byte("of-the-file\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		why, env string
		args     []string
		want     string
	}{
		{"nobody", "", nil, ""},
		{"the environment", " of-the-environment ", nil, "Bearer of-the-environment"},
		{"a file goes before the environment", "x", []string{"--token-file", file}, "Bearer of-the-file"},
	} {
		url, last := answering(t, oneHit)
		t.Setenv("CAUSEWAY_TOKEN", c.env)
		t.Setenv("CAUSEWAY_URL", url)
		code, out, errOut := run(t, append([]string{"ask", "recall", "w", "--project", "p"}, c.args...)...)
		if code != 0 || last.token != c.want || strings.Contains(out+errOut, "of-the") {
			t.Errorf("%s: exit code %d, sent %q: %s", c.why, code, last.token, errOut)
		}
	}
	if code, out, _ := run(t, "config"); code != 0 || strings.Contains(out, "of-the") {
		t.Errorf("config: exit code %d\n%s", code, out)
	}
}

func TestAsk_JSONIsTheDataAsItCame(t *testing.T) {
	data := `{"recall":{"hits":[{"unknown": 1.50,"part":"HEAD"}]}}`
	url, _ := answering(t, `{"data":`+data+`,"extensions":{}}`)
	code, out, errOut := run(t, "ask", "recall", "w", "--json", "--project", "p", "--url", url+"/graphql")
	if code != 0 || out != data+"\n" || errOut != "" {
		t.Errorf("exit code %d\n%s%s", code, out, errOut)
	}
}

func TestAsk_ContextAloneIsOnStandardOutput(t *testing.T) {
	url, _ := answering(t, oneEntry)
	_, out, errOut := run(t, "ask", "context", "t", "--project", "p", "--url", url)
	if out != "[k] lesson: test first\n" || !strings.Contains(errOut, "9 of 200 tokens") {
		t.Errorf("%q, %q", out, errOut)
	}
}

func TestAsk_TrustsAServiceOfItsOwn(t *testing.T) {
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, oneHit) }))
	t.Cleanup(server.Close)
	file := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(file, certificate(server), 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{"ask", "recall", "w", "--project", "p", "--url", server.URL}
	if code, _, errOut := run(t, args...); code != 5 || !strings.Contains(errOut, "certificate") {
		t.Errorf("an unknown certificate: exit code %d, %s", code, errOut)
	}
	if code, _, errOut := run(t, append(args, "--ca-file", file)...); code != 0 {
		t.Errorf("a known certificate: exit code %d, %s", code, errOut)
	}
}

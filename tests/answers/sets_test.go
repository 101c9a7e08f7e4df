package answers_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/tests/harness"
)

// bothSets is the same project on the embedded engines and on Neo4j and Weaviate.
type bothSets struct {
	embedded, native *project
	random           *rand.Rand
	// What there is to ask for.
	keys, labels, words, episodes, sessions []string
	mentioned                               []vars
}

const occurrenceFields = `key kind type label at outcome position episode { key }`

// setQueries is how many questions both sets are asked; setRecalls how many of them in words,
// page after page until nothing more is found.
const (
	setQueries = 500
	setRecalls = 100
)

// TestBothSets asks both engine sets the same questions about the real episodes.
func TestBothSets(t *testing.T) {
	w := newBothSets(t)
	t.Run("questions", w.answerAlike)
	t.Run("recall", w.recallAlike)
}

// answerAlike asks generated questions of every kind.
func (w *bothSets) answerAlike(t *testing.T) {
	w.native, w.embedded = w.native.sub(t), w.embedded.sub(t)
	kinds := []struct {
		name string
		ask  func() (query string, v vars)
	}{
		{"path", w.path},
		{"path", w.path},
		{"trace", w.trace},
		{"episodes", w.listEpisodes},
		{"occurrences", w.listOccurrences},
		{"mentions", w.mentions},
		{"references", w.references},
		{"details", w.details},
		{"factor links", w.factorLinks},
		{"what if", w.whatIf},
	}
	asked, answered := map[string]int{}, map[string]int{}
	for i := range setQueries {
		kind := kinds[i%len(kinds)]
		query, v := kind.ask()
		one, other := w.embedded.Ask(query, v), w.native.Ask(query, v)
		if diff := cmp.Diff(other.Codes(), one.Codes()); diff != "" {
			t.Fatalf("%s %v: errors (-native +embedded):\n%s", kind.name, v, diff)
		}
		if len(one.Data) == 0 {
			t.Fatalf("%s: neither set takes the question: %s", kind.name, one.Text())
		}
		if diff := cmp.Diff(plain(t, other.Data), plain(t, one.Data)); diff != "" {
			t.Fatalf("%s\n%v (-native +embedded):\n%s", query, v, diff)
		}
		asked[kind.name]++
		if strings.Contains(string(one.Data), `"key":`) {
			answered[kind.name]++
		}
	}
	t.Logf("asked %v, of which with something in the answer %v", asked, answered)
	for name := range asked {
		if answered[name] < asked[name]/4 {
			t.Errorf("of %d questions of kind %s only %d have an answer: too little is compared", asked[name], name, answered[name])
		}
	}
}

// recallAlike compares which episodes questions find by their words, under filters: the order may
// differ where scores are close. What is near enough by meaning depends on when each set learned its
// vectors.
func (w *bothSets) recallAlike(t *testing.T) {
	w.native, w.embedded = w.native.sub(t), w.embedded.sub(t)
	found, filtered := 0, 0
	for range setRecalls {
		v := vars{"text": strings.Join(w.pickSome(w.words, 3), " ")}
		if w.random.IntN(3) > 0 {
			v["filter"] = w.filter()
			filtered++
		}
		one, other := w.found(w.embedded, v), w.found(w.native, v)
		if diff := cmp.Diff(other, one); diff != "" {
			t.Fatalf("recall of %v (-native +embedded):\n%s", v, diff)
		}
		if len(one) > 0 {
			found++
		}
	}
	t.Logf("%d questions in words, %d with filters, %d with an answer", setRecalls, filtered, found)
	if found < setRecalls/4 {
		t.Errorf("only %d of %d questions found anything", found, setRecalls)
	}
}

// newBothSets imports the real episodes into the embedded set too, under the same name: ids are made of it.
func newBothSets(t *testing.T) *bothSets {
	t.Helper()
	enginetest.Neo4j(t) // skips a run that is about the embedded engines alone
	native, _ := realProject(t)
	s, end, err := harness.Serve(harness.EmbeddedConfig(t), true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(end)
	w := &bothSets{
		native: native, embedded: &project{&harness.Project{Service: s, T: t, Name: native.Name}},
		random: rand.New(rand.NewPCG(20, 26)),
	}
	report := w.embedded.ImportFiles(vars{"files": harness.AsInput(t, allEpisodes(t))})
	if diff := cmp.Diff(realEpisodes.report, report); diff != "" {
		t.Fatalf("the reports of the import (-native +embedded):\n%s", diff)
	}
	for _, path := range harness.RawFiles(t, "episodes", 453) {
		w.learn(rawFile(t, path))
	}
	for _, node := range native.Pages("references", "kind key") {
		var r struct{ Kind, Key string }
		if err := json.Unmarshal(node, &r); err != nil {
			t.Fatal(err)
		}
		w.mentioned = append(w.mentioned, vars{"kind": r.Kind, "key": r.Key})
	}
	return w
}

// learn notes what an episode file gives to ask for.
func (w *bothSets) learn(file map[string]any) {
	id := file["id"].(string)
	w.episodes = append(w.episodes, id)
	w.keys = append(w.keys, id+"/outcome")
	if session, ok := file["session"].(string); ok {
		w.sessions = append(w.sessions, session)
	}
	w.text(file["task"])
	for list, field := range map[string]string{"decisions": "chosen", "events": "content"} {
		items, _ := file[list].([]any)
		for _, item := range items {
			o, _ := item.(map[string]any)
			if short, ok := o["id"].(string); ok {
				w.keys = append(w.keys, id+"/"+short)
			}
			w.text(o[field])
		}
	}
}

func (w *bothSets) text(value any) {
	text, _ := value.(string)
	words := strings.Fields(text)
	w.words = append(w.words, words...)
	if len(words) > 2 {
		w.labels = append(w.labels, strings.Join(words[1:3], " "))
	}
}

func (w *bothSets) pick(list []string) string { return list[w.random.IntN(len(list))] }

func (w *bothSets) pickSome(list []string, most int) []string {
	out := make([]string, 1+w.random.IntN(most))
	for i := range out {
		out[i] = w.pick(list)
	}
	return out
}

// maybe returns one of the values half of the time, else nothing.
func maybe[T any](r *rand.Rand, values ...T) any {
	if r.IntN(2) == 0 {
		return nil
	}
	return values[r.IntN(len(values))]
}

func (w *bothSets) follow(v vars) vars {
	v["relations"] = maybe(w.random, []string{"CAUSES"}, []string{"CAUSES", "CORRELATES"}, []string{"ENABLES", "PREVENTS"})
	v["bases"] = maybe(w.random, []string{"STATED"}, []string{"TEMPORAL"}, []string{"STATED", "TEMPORAL", "EXTRACTED"})
	return v
}

// path asks between occurrences of one episode mostly: between two episodes there is often none.
func (w *bothSets) path() (string, vars) {
	from, to := w.pick(w.keys), w.pick(w.keys)
	if w.random.IntN(5) > 0 {
		episode, _, _ := strings.Cut(from, "/")
		to = w.pick(slices.DeleteFunc(slices.Clone(w.keys), func(k string) bool { return !strings.HasPrefix(k, episode+"/") }))
	}
	if w.random.IntN(6) == 0 {
		from = w.pick(w.labels)
	}
	mode := w.pick([]string{"SHORTEST", "ALL_SHORTEST", "ALL_SIMPLE"})
	depth := map[string]int{"ALL_SIMPLE": 1 + w.random.IntN(6)}[mode]
	if depth == 0 {
		depth = 1 + w.random.IntN(100)
	}
	return `query($project: String!, $from: String!, $to: String!, $mode: PathMode!, $maxDepth: Int!, $relations: [Relation!], $bases: [Basis!], $first: Int!) {
		causalPath(project: $project, from: $from, to: $to, mode: $mode, maxDepth: $maxDepth, filter: {relations: $relations, bases: $bases}, first: $first) {
			status from { asked ambiguous total matches { ` + occurrenceFields + ` } } to { asked total matches { key } }
			paths { length bases hops { from { key } to { ` + occurrenceFields + ` } link { key relation basis confidence note episode { key } } } } } }`,
		w.follow(vars{"from": from, "to": to, "mode": mode, "maxDepth": depth, "first": 1 + w.random.IntN(100)})
}

func (w *bothSets) trace() (string, vars) {
	field := w.pick([]string{"causes", "effects"})
	return `query($project: String!, $of: String!, $maxDepth: Int!, $relations: [Relation!], $bases: [Basis!], $first: Int!) {
		occurrence(project: $project, key: $of) { ` + field + `(maxDepth: $maxDepth, filter: {relations: $relations, bases: $bases}, first: $first) {
			totalCount pageInfo { hasNextPage endCursor } edges { cursor depth terminal node { ` + occurrenceFields + ` } } } } }`,
		vars{
			"of": w.pick(w.keys), "maxDepth": 1 + w.random.IntN(100), "first": 1 + w.random.IntN(50),
			"relations": []string{"CAUSES", "ENABLES", "PREVENTS", "CORRELATES"}[:3+w.random.IntN(2)],
			"bases":     maybe(w.random, []string{"STATED", "TEMPORAL", "EXTRACTED"}, []string{"EXTRACTED"}),
		}
}

func (w *bothSets) filter() vars {
	f := vars{
		"outcomes": maybe(w.random, []string{"SUCCESS"}, []string{"FAILURE", "PARTIAL"}, []string{"UNKNOWN", "SUCCESS"}),
		"task":     maybe(w.random, strings.ToUpper(w.pick(w.words)), "a", w.pick(w.words)),
		"since":    maybe(w.random, "2025-12-01", "2026-01-05T12:00:00Z"),
		"until":    maybe(w.random, "2026-01-20", "2026-03-01T00:00:00Z"),
	}
	if w.random.IntN(10) == 0 && len(w.sessions) > 0 {
		f = vars{"session": w.pick(w.sessions)}
	}
	return f
}

func (w *bothSets) listEpisodes() (string, vars) {
	return `query($project: String!, $filter: EpisodeFilter, $first: Int!) { episodes(project: $project, filter: $filter, first: $first) {
		totalCount pageInfo { hasNextPage endCursor } edges { cursor node { key hash revision outcome startedAt task } } } }`,
		vars{"filter": w.filter(), "first": 1 + w.random.IntN(100)}
}

func (w *bothSets) listOccurrences() (string, vars) {
	filter := vars{
		"kinds": maybe(w.random, []string{"DECISION"}, []string{"EVENT", "OUTCOME"}),
		"types": maybe(w.random, []string{"commit", "test"}, []string{"success"}, []string{"milestone", "design"}),
		"label": maybe(w.random, w.pick(w.labels), strings.ToUpper(w.pick(w.words)), "%", "_"),
	}
	if w.random.IntN(3) == 0 {
		filter["episode"] = w.pick(w.episodes)
	}
	return `query($project: String!, $filter: OccurrenceFilter, $first: Int!) { occurrences(project: $project, filter: $filter, first: $first) {
		totalCount pageInfo { hasNextPage endCursor } edges { cursor node { ` + occurrenceFields + ` } } } }`,
		vars{"filter": filter, "first": 1 + w.random.IntN(100)}
}

func (w *bothSets) references() (string, vars) {
	return `query($project: String!, $kind: ReferenceKind, $prefix: String, $first: Int!) { references(project: $project, kind: $kind, prefix: $prefix, first: $first) {
		pageInfo { hasNextPage endCursor } edges { cursor node { kind key episodeCount mentions(first: 5) { nodes { as episode { key } occurrence { key } } } } } } }`,
		vars{
			"kind": maybe(w.random, "COMMIT", "FILE", "PULL_REQUEST", "ISSUE"), "prefix": maybe(w.random, "1", "a", "src", "docs/", ".agents"),
			"first": 1 + w.random.IntN(50),
		}
}

func (w *bothSets) mentions() (string, vars) {
	return `query($project: String!, $kind: ReferenceKind!, $key: String!) { reference(project: $project, kind: $kind, key: $key) { mentions(first: 50) {
		pageInfo { hasNextPage endCursor } edges { cursor node { as reference { kind key } episode { key } occurrence { key } } } } } }`,
		w.mentioned[w.random.IntN(len(w.mentioned))]
}

func (w *bothSets) details() (string, vars) {
	return `query($project: String!, $key: String!) { episode(project: $project, key: $key) {
		id key hash revision task outcome startedAt session tags lessons mentions { as reference { kind key } }
		decisions { key at type options chosen outcome causedBy { link { key } occurrence { key } } leadsTo { link { key } occurrence { key } } mentions { as } }
		events { key at type content causedBy { link { key relation basis } occurrence { key } } leadsTo { link { key } occurrence { key } } mentions { as } }
		links { sourceKey targetKey relation basis target { key } }
		revisions { number hash } } }`, vars{"key": w.pick(w.episodes)}
}

func (w *bothSets) factorLinks() (string, vars) {
	return `query($project: String!, $filter: FactorLinkFilter, $first: Int!) { factorLinks(project: $project, filter: $filter, first: $first) {
		totalCount edges { node { key relation bases both sourceOnly targetOnly neither evidence { total stated } strength unmeasured source { key label } target { key label } } } } }`,
		vars{"filter": w.follow(vars{}), "first": 1 + w.random.IntN(100)}
}

func (w *bothSets) whatIf() (string, vars) {
	key := w.pick(slices.DeleteFunc(slices.Clone(w.keys), func(k string) bool { return !strings.Contains(k, "/d") }))
	episode, _, _ := strings.Cut(key, "/")
	return `query($project: String!, $episode: String!, $decision: String!) {
		whatIf(project: $project, episode: $episode, decision: $decision, alternative: "left undone") { ` + shownEffectFields + ` chosen { key label } } }` + numberFragment,
		vars{"episode": episode, "decision": key}
}

// found returns the episodes that a question finds, sorted. A page that was read while the index was
// renewed in the background may show again what the one before it showed: then all are read again.
func (w *bothSets) found(p *project, v vars) []string {
	p.T.Helper()
	var keys []string
	for range 3 {
		keys = w.pagesOf(p, v)
		if len(slices.Compact(slices.Clone(keys))) == len(keys) {
			break
		}
	}
	return keys
}

// pagesOf returns the episodes that a question finds, sorted, page after page.
func (w *bothSets) pagesOf(p *project, v vars) []string {
	p.T.Helper()
	const query = `query($project: String!, $text: String!, $filter: EpisodeFilter, $offset: Int!) {
		recall(project: $project, text: $text, alpha: 0, filter: $filter, first: 100, offset: $offset) { truncated degraded reason hits { episode { key } } } }`
	keys := []string{}
	for offset := 0; ; offset += 100 {
		ask := vars{"text": v["text"], "filter": v["filter"], "offset": offset}
		a := harness.Get[struct {
			Recall struct {
				Truncated, Degraded bool
				Reason              string
				Hits                []struct{ Episode struct{ Key string } }
			}
		}](p, query, ask).Recall
		if a.Degraded {
			p.T.Fatalf("recall of %v is degraded: %s", v, a.Reason)
		}
		for _, h := range a.Hits {
			keys = append(keys, h.Episode.Key)
		}
		if !a.Truncated {
			slices.Sort(keys)
			return keys
		}
	}
}

// plain decodes an answer.
func plain(t *testing.T, data json.RawMessage) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

package answers_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/tests/harness"
)

// rawLink is a link as files state it.
type rawLink struct{ from, to, basis string }

// raw is what the episode files say, read without the importer.
type raw struct {
	decisions, events map[string]int
	links             map[rawLink]bool
	// contents counts the different contents of an episode.
	contents map[string]int
	keys     []string
}

// readRaw reads episode files; of several with one id the last counts.
func readRaw(t testing.TB, paths []string) raw {
	t.Helper()
	last := map[string]map[string]any{}
	r := raw{decisions: map[string]int{}, events: map[string]int{}, links: map[rawLink]bool{}, contents: map[string]int{}}
	for _, path := range paths {
		file := rawFile(t, path)
		id := file["id"].(string)
		last[id] = file
		r.contents[id]++
	}
	for id, file := range last {
		r.add(id, file)
	}
	slices.Sort(r.keys)
	return r
}

func rawFile(t testing.TB, path string) map[string]any {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var file map[string]any
	if err := json.Unmarshal(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")), &file); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return file
}

func (r *raw) add(id string, file map[string]any) {
	version, _ := file["causal_order_version"].(float64)
	times := timesOf(file)
	key := func(short any) string { return fmt.Sprintf("%s/%s", id, short) }
	decisions, _ := file["decisions"].([]any)
	r.decisions[id] = len(decisions)
	for _, d := range decisions {
		if d, ok := d.(map[string]any); ok {
			r.keys = append(r.keys, key(d["id"]))
			for _, to := range anys(d["effects"]) {
				r.links[rawLink{key(d["id"]), key(to), "STATED"}] = true
			}
		}
	}
	events, _ := file["events"].([]any)
	r.events[id] = len(events)
	for _, e := range events {
		e := e.(map[string]any)
		r.keys = append(r.keys, key(e["id"]))
		for _, from := range anys(e["caused_by"]) {
			r.cause(times, version > 0, key, from, e["id"])
		}
		for _, to := range anys(e["leads_to"]) {
			r.cause(times, version > 0, key, e["id"], to)
		}
	}
}

// rawTime is what a file says of an event: the day or the instant, and the commit that it is.
type rawTime struct{ at, commit string }

var (
	midnight = regexp.MustCompile(`T00:00:00(\.0+)?(Z|\+00:00)$`)
	anySHA   = regexp.MustCompile(`\b[0-9a-f]{7,40}\b`)
)

func timesOf(file map[string]any) map[any]rawTime {
	out := map[any]rawTime{}
	events, _ := file["events"].([]any)
	for _, e := range events {
		e := e.(map[string]any)
		at, _ := e["timestamp"].(string)
		t := rawTime{at: midnight.ReplaceAllString(at, "")}
		content, _ := e["content"].(string)
		if found := anySHA.FindAllString(content, -1); e["type"] == "commit" && len(found) == 1 {
			t.commit = found[0][:7]
		}
		out[e["id"]] = t
	}
	return out
}

// cause adds what caused_by or leads_to states. A link derived from time needs times that tell which end
// came first, else its ends only go together; a commit is not joined to itself.
func (r *raw) cause(times map[any]rawTime, derived bool, key func(any) string, from, to any) {
	a, b := times[from], times[to]
	short := min(len(a.at), len(b.at))
	switch {
	case a.commit != "" && a.commit == b.commit:
	case !derived:
		r.links[rawLink{key(from), key(to), "STATED"}] = true
	case a.at[:short] < b.at[:short]:
		r.links[rawLink{key(from), key(to), "TEMPORAL"}] = true
	default:
		r.links[rawLink{min(key(from), key(to)), max(key(from), key(to)), "EXTRACTED"}] = true
	}
}

func anys(v any) []any {
	list, _ := v.([]any)
	return list
}

// count is what the totals of a project with these episodes are.
func (r raw) count() harness.Totals {
	sum := func(m map[string]int) (n int) {
		for v := range maps.Values(m) {
			n += v
		}
		return n
	}
	return harness.Totals{Episodes: len(r.contents), Decisions: sum(r.decisions), Events: sum(r.events), Links: len(r.links)}
}

// bases counts the links by basis.
func (r raw) bases() map[string]int {
	out := map[string]int{}
	for l := range r.links {
		out[l.basis]++
	}
	return out
}

// next returns what each key leads to by the links of some bases, all that have a direction without any,
// in order; a pair that is linked twice is there once.
func (r raw) next(bases ...string) map[string][]string {
	out := map[string][]string{}
	for l := range r.links {
		if len(bases) == 0 && l.basis != "EXTRACTED" || slices.Contains(bases, l.basis) {
			out[l.from] = append(out[l.from], l.to)
		}
	}
	for key := range out {
		slices.Sort(out[key])
		out[key] = slices.Compact(out[key])
	}
	return out
}

// turned returns the links the other way round.
func turned(next map[string][]string) map[string][]string {
	out := map[string][]string{}
	for from, list := range next {
		for _, to := range list {
			out[to] = append(out[to], from)
		}
	}
	return out
}

// distances returns how many links away everything is that a key reaches, itself left out.
func distances(next map[string][]string, from string) map[string]int {
	out := map[string]int{from: 0}
	for level := []string{from}; len(level) > 0; {
		var further []string
		for _, key := range level {
			for _, to := range next[key] {
				if _, seen := out[to]; !seen {
					out[to] = out[key] + 1
					further = append(further, to)
				}
			}
		}
		level = further
	}
	delete(out, from)
	return out
}

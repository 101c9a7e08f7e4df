package examples_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/examples"
)

// story returns the example episodes prepared, in the order of their names.
func story(t *testing.T) []episodic.Prepared {
	t.Helper()
	names, err := fs.Glob(examples.Episodes(), "*.json")
	if err != nil {
		t.Fatal(err)
	}
	out := make([]episodic.Prepared, 0, len(names))
	for _, name := range names {
		text, err := fs.ReadFile(examples.Episodes(), name)
		if err != nil {
			t.Fatal(err)
		}
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.DisallowUnknownFields()
		var e episodic.Episode
		if err := decoder.Decode(&e); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		p, err := intake.Prepare(e)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if want := strings.TrimSuffix(name, ".json"); p.Episode.ID != want {
			t.Errorf("%s holds episode %s", name, p.Episode.ID)
		}
		out = append(out, p)
	}
	return out
}

// claim is a link between two keys.
type claim struct {
	from, to, episode string
	episodic.Link
}

func claims(all []episodic.Prepared) []claim {
	var out []claim
	for _, p := range all {
		id := p.Episode.ID
		for _, l := range p.Episode.Links {
			out = append(out, claim{
				from: episodic.OccurrenceKey(id, l.Source), to: episodic.OccurrenceKey(id, l.Target),
				episode: id, Link: l,
			})
		}
	}
	return out
}

func countClaims(cs []claim, keep func(claim) bool) int {
	n := 0
	for _, c := range cs {
		if keep(c) {
			n++
		}
	}
	return n
}

func isCross(c claim) bool {
	return strings.Split(c.from, "/")[0] != strings.Split(c.to, "/")[0]
}

func TestEpisodes_Properties(t *testing.T) {
	all := story(t)
	cs := claims(all)
	episodes := func(keep func(episodic.Episode) bool) int {
		n := 0
		for _, p := range all {
			if keep(p.Episode) {
				n++
			}
		}
		return n
	}
	relation := func(r episodic.Relation) int {
		return countClaims(cs, func(c claim) bool { return c.Relation == r })
	}
	outcome := func(o episodic.Outcome) int {
		return episodes(func(e episodic.Episode) bool { return e.Outcome == o })
	}
	for _, c := range []struct {
		name, why string
		got, min  int
	}{
		{"episodes", "a story of some months, enough to tell things apart", len(all), 60},
		{"causes", "paths need causes", relation(episodic.RelationCauses), 100},
		{"enables", "all four relations are shown", relation(episodic.RelationEnables), 20},
		{"prevents", "a path can turn its sign", relation(episodic.RelationPrevents), 10},
		{"correlates", "a reader has to see one that is no cause", relation(episodic.RelationCorrelates), 6},
		{"cross", "paths run from episode to episode", countClaims(cs, isCross), 50},
		{"temporal", "answers have to say which basis they rest on", countClaims(cs, func(c claim) bool { return c.Basis == episodic.BasisTemporal }), 8},
		{"failures", "nothing is learned from successes alone", outcome(episodic.OutcomeFailure), 4},
		{"partials", "between success and failure there is more", outcome(episodic.OutcomePartial), 4},
		{"unknowns", "unknown is never counted as success", outcome(episodic.OutcomeUnknown), 3},
		{"unmeasured", "a missing metric is not zero", episodes(func(e episodic.Episode) bool { return e.Metrics.DurationMinutes == nil }), 3},
		{"undated", "an unknown time has to be shown as such", episodes(func(e episodic.Episode) bool { return e.StartedAt.IsZero() }), 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.got < c.min {
				t.Errorf("%d, want at least %d: %s", c.got, c.min, c.why)
			}
		})
	}
}

func TestEpisodes_LinksNameTheStorySoFar(t *testing.T) {
	all := story(t)
	known := map[string]bool{}
	for _, p := range all {
		for _, o := range p.Occurrences {
			known[o.Key] = true
		}
		for _, c := range claims([]episodic.Prepared{p}) {
			for _, end := range []string{c.from, c.to} {
				if !known[end] {
					t.Errorf("%s names %s, which is in no earlier file", p.Episode.ID, end)
				}
			}
		}
	}
}

func TestEpisodes_CausesComeBeforeEffects(t *testing.T) {
	all := story(t)
	at := map[string]episodic.Timestamp{}
	for _, p := range all {
		for _, o := range p.Occurrences {
			if o.Kind != episodic.KindOutcome {
				at[o.Key] = o.At
			}
		}
	}
	for _, c := range claims(all) {
		from, to := at[c.from], at[c.to]
		if c.Relation == episodic.RelationCorrelates || from.IsZero() || to.IsZero() || from.Precision != episodic.PrecisionInstant || to.Precision != episodic.PrecisionInstant {
			continue
		}
		if from.Time.After(to.Time) {
			t.Errorf("%s: %s %s %s runs back in time", c.episode, c.from, c.Relation, c.to)
		}
	}
}

func TestEpisodes_CorrelationIsNoCause(t *testing.T) {
	all := story(t)
	forward := causalLinks(claims(all))
	for _, c := range claims(all) {
		if c.Relation != episodic.RelationCorrelates {
			continue
		}
		if paths := simplePaths(forward, c.from, c.to, 8); len(paths) > 0 {
			t.Errorf("%s correlates with %s and is a cause of it as well: %v", c.from, c.to, paths[0])
		}
	}
}

func TestEpisodes_PreventEndsAtWhatDidNotHappen(t *testing.T) {
	all := story(t)
	averted := map[string]bool{}
	for _, p := range all {
		for _, e := range p.Episode.Events {
			averted[p.Episode.ID+"/"+e.ID] = e.ReportedType == "averted"
		}
	}
	for _, c := range claims(all) {
		if c.Relation == episodic.RelationPrevents && !averted[c.to] {
			t.Errorf("%s prevents %s, which happened", c.from, c.to)
		}
	}
}

func TestEpisodes_ShareReferences(t *testing.T) {
	by := map[episodic.Reference]map[string]bool{}
	full := map[episodic.Reference]map[string]bool{}
	for _, p := range story(t) {
		for _, m := range p.Mentions {
			if by[m.Reference] == nil {
				by[m.Reference], full[m.Reference] = map[string]bool{}, map[string]bool{}
			}
			by[m.Reference][p.Episode.ID] = true
			full[m.Reference][m.As] = true
		}
	}
	for _, c := range []struct {
		why  string
		ref  episodic.Reference
		want int
	}{
		{"a commit named in full and by 7 digits is one commit", episodic.Reference{Kind: episodic.ReferenceCommit, Key: "5ac07e9"}, 2},
		{"a commit taken back two weeks later", episodic.Reference{Kind: episodic.ReferenceCommit, Key: "ab41f6e"}, 2},
		{"the issue that was put off", episodic.Reference{Kind: episodic.ReferenceIssue, Key: "9"}, 3},
		{"the issue of the locked table", episodic.Reference{Kind: episodic.ReferenceIssue, Key: "17"}, 3},
		{"the pull request of the key", episodic.Reference{Kind: episodic.ReferencePullRequest, Key: "44"}, 4},
		{"a file that is written and reviewed", episodic.Reference{Kind: episodic.ReferenceFile, Key: "internal/charge/charge.go"}, 2},
	} {
		if got := len(by[c.ref]); got < c.want {
			t.Errorf("%v is mentioned by %d episodes, want at least %d: %s", c.ref, got, c.want, c.why)
		}
	}
	if sha := (episodic.Reference{Kind: episodic.ReferenceCommit, Key: "5ac07e9"}); len(full[sha]) < 2 {
		t.Errorf("%v is written in %d ways, want 2", sha, len(full[sha]))
	}
}

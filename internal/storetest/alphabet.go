package storetest

import (
	"strings"
	"time"

	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
	"pgregory.net/rapid"
)

// The alphabets are small, so that episodes collide, links meet, and filters match something. They
// contain what engines get wrong: letters that other letters fold to, special characters of patterns
// and query languages, ids that are prefixes of other ids or sort differently in UTF-16. (No two ids
// first differ in a character beyond U+FFFF and one from U+E000 on: Neo4j uses both orders.)

func ids() []string { return []string{"a", "b", "a-b", "Ｚ", "z😀%_'"} }

func shortIDs() []string { return []string{"e1", "e2", "d1", "e3", episodic.OutcomeID} }

// keys returns all possible keys of occurrences in the first n episodes.
func keys(n int) []string {
	var out []string
	for _, id := range ids()[:n] {
		for _, short := range shortIDs() {
			out = append(out, id+"/"+short)
		}
	}
	return out
}

func words() []string {
	return []string{"web", "Web", "ci", "x,y", `a"b\c`, "100%_", "İ", "Ärger"}
}

func parts() []string {
	return []string{
		"deploy", "DEPLOY", "ärger", "ÄRGER", "İstanbul", "i̇stanbul", "straße", "STRASSE", "ẞ", "100%", "a_b", `it's "quoted"`,
		`back\slash`, "star*?", "#12", "PR 12", "PR #12", "commit 1a2b3c4", "1a2b3c4d5e", "1a2b3c4ff", "docs/guide.md", "docs/ﬁ.md", "docs/😀.md", "日本語", "👩‍💻",
		"ﬁnal", "e\u0301clair", "éclair", "tab\there", "line\nfeed", "NEAR(x", "ſet", "Kelvin K",
	}
}

// sought returns parts of labels and tasks.
func sought() []string {
	return []string{"deploy", "Ä", "%", "_", "'", `\`, "*", "i̇", "İST", "ẞ", "ss", "K", "ſ", "日", "é", "outcome", "👩", "absent", "a/e1"}
}

func references() []episodic.Reference {
	return []episodic.Reference{
		{Kind: episodic.ReferenceCommit, Key: "1a2b3c4"},
		{Kind: episodic.ReferenceFile, Key: "docs/guide.md"},
		{Kind: episodic.ReferenceFile, Key: "docs/ﬁ.md"},
		{Kind: episodic.ReferenceIssue, Key: "12"},
		{Kind: episodic.ReferencePullRequest, Key: "12"},
		{Kind: episodic.ReferenceIssue, Key: "99"},
	}
}

func fingerprints() []string { return []string{"f1", "F1", "ﬁ'\""} }

func vectorNames() []episodic.VectorName {
	return []episodic.VectorName{episodic.VectorChunk, episodic.VectorChunk, episodic.VectorTask, episodic.VectorOutcome, episodic.VectorFull}
}

func times() []time.Time {
	midnight := time.Date(2026, 5, 3, 0, 0, 0, 0, time.UTC)
	return []time.Time{midnight, midnight.Add(1), midnight.Add(-1), time.Date(1, 1, 2, 0, 0, 0, 0, time.UTC), time.Date(9999, 12, 31, 23, 59, 59, 5e8, time.UTC)}
}

// one draws each element of a list equally often, unlike rapid.SampledFrom, which prefers the first
// ones; it shrinks to the first.
func one[T any](list ...T) *rapid.Generator[T] {
	return rapid.Custom(func(t *rapid.T) T { return list[below(t, len(list))] })
}

// below draws a number from 0 to n-1.
func below(t *rapid.T, n int) int {
	drawn := 0
	for bit := 1; bit < 4*n; bit *= 2 {
		if rapid.Bool().Draw(t, "bit") {
			drawn += bit
		}
	}
	return drawn % n
}

// some draws a few elements of a list, most often none.
func some[T any](list []T) *rapid.Generator[[]T] {
	return rapid.OneOf(rapid.Just[[]T](nil), rapid.SliceOfN(one(list...), 0, 2))
}

// maybe draws an element of a list, or the zero value.
func maybe[T any](list []T) *rapid.Generator[T] {
	var zero T
	return rapid.OneOf(rapid.Just(zero), one(list...))
}

func texts() *rapid.Generator[string] {
	return rapid.Map(rapid.SliceOfN(one(parts()...), 0, 3), func(list []string) string { return strings.Join(list, " ") })
}

func timestamps() *rapid.Generator[episodic.Timestamp] {
	return rapid.Custom(func(t *rapid.T) episodic.Timestamp {
		at := maybe(times()).Draw(t, "time")
		switch {
		case at.IsZero():
			return episodic.Timestamp{}
		case at.Equal(at.Truncate(24*time.Hour)) && rapid.Bool().Draw(t, "day"):
			return episodic.Timestamp{Time: at, Precision: episodic.PrecisionDay}
		case at.Equal(at.Truncate(time.Minute)) && !at.Equal(at.Truncate(24*time.Hour)) && rapid.Bool().Draw(t, "minute"):
			return episodic.Timestamp{Time: at, Precision: episodic.PrecisionMinute}
		default:
			return episodic.Timestamp{Time: at}
		}
	})
}

func episodeFilters() *rapid.Generator[episodic.EpisodeFilter] {
	return rapid.Custom(func(t *rapid.T) episodic.EpisodeFilter {
		var f episodic.EpisodeFilter
		word := func() string { return one(words()...).Draw(t, "word") }
		list := func() []string { return rapid.SliceOfN(one(words()...), 1, 2).Draw(t, "words") }
		fields := []func(){
			func() { f.Outcomes = some(episodic.Outcomes()).Draw(t, "outcomes") },
			func() { f.Domain = word() },
			func() { f.TaskType = word() },
			func() { f.Complexity = word() },
			func() { f.Session = word() },
			func() { f.Tags = list() },
			func() { f.Tools = list() },
			func() { f.Strategies = list() },
			func() { f.Task = one(sought()...).Draw(t, "task") },
			func() { f.Since = one(times()...).Draw(t, "since") },
			func() { f.Until = one(times()...).Draw(t, "until") },
			func() { f.DecisionTypes = some(episodic.DecisionTypes()).Draw(t, "decision types") },
			func() { f.References = some(references()).Draw(t, "references") },
			func() { f.Actors = list() },
			func() { f.Failed = true },
		}
		for range rapid.IntRange(0, 2).Draw(t, "fields") {
			fields[below(t, len(fields))]()
		}
		return f
	})
}

func relations() *rapid.Generator[[]episodic.Relation] {
	return one(nil, nil, episodic.Relations(), episodic.Relations(), episodic.Relations(), []episodic.Relation{episodic.RelationCauses}, []episodic.Relation{episodic.RelationCorrelates})
}

func bases() *rapid.Generator[[]episodic.Basis] {
	return one(nil, nil, nil, []episodic.Basis{episodic.BasisStated}, []episodic.Basis{episodic.BasisExtracted, episodic.BasisMeasured})
}

func directions() *rapid.Generator[search.Direction] { return one(search.Downstream, search.Upstream) }

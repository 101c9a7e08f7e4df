package sqlitestore_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/lexis"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestIndex_Search_hit(t *testing.T) {
	x := open(t).Index()
	put(t, x, "p", cut(1, episodic.Episode{
		ID: "ep", Task: "Repair the importer",
		Decisions: []episodic.Decision{{ID: "d001", Chosen: "lenient parser", Rationale: "old files"}},
	}, "import passed"))
	hits := searchText(t, x, episodic.ChunkQuery{IndexGeneration: first("p"), Text: "Which parsers for old files?"})
	if len(hits) != 3 || hits[0].Score <= hits[1].Score {
		t.Fatalf("the neighbours hold the words too, and count less: %+v", hits)
	}
	hits[0].Score = 0
	want := episodic.ChunkHit{
		Episode: "ep", Number: 1, Part: episodic.PartDecision, Occurrences: []string{"ep/d001"},
		Text: "Chosen: lenient parser\nRationale: old files",
	}
	if diff := cmp.Diff(want, hits[0]); diff != "" {
		t.Errorf("best hit (-want +got):\n%s", diff)
	}
	if hits[2].Occurrences != nil && hits[1].Occurrences != nil {
		t.Errorf("a head quotes no occurrence: %+v", hits)
	}
}

func TestIndex_Search_nastyText(t *testing.T) {
	x := open(t).Index()
	nasty := []string{
		`"quoted" 'text' \back\slash`, "a/b (c) [d] {e} <f>", "key: value; tail^2 own:x*", "emoji 🤔 ✅ flag",
		"tab\tand\nline", "null\x00byte and \x7f", "AND OR NOT NEAR + - && ||", "日本語のテスト", "\u2028 sep \U000E0001 tag",
		`") OR words_1 MATCH ("x`, "e\u0301 İ ẞ ﬁ", "-leading +plus ~tilde", "owner/repo#12 #34 be9c22975", "own : around",
	}
	for i, text := range nasty {
		put(t, x, "p", simple(fmt.Sprintf("ep-%d", i), "task", text))
	}
	for i, text := range nasty {
		if hits := searchText(t, x, episodic.ChunkQuery{IndexGeneration: first("p"), Text: text}); len(lexis.Analyze(text)) > 0 &&
			!slices.Contains(found(hits), fmt.Sprintf("ep-%d", i)) {
			t.Errorf("%q does not find itself, only %v", text, found(hits))
		}
		// The terms of another caller may hold anything too.
		searchText(t, x, episodic.ChunkQuery{IndexGeneration: first("p"), Text: text, Terms: text})
	}
	if hits := searchText(t, x, episodic.ChunkQuery{IndexGeneration: first("p"), Terms: " \n\x00"}); len(hits) != 0 {
		t.Errorf("nothing was asked, and found was %v", hits)
	}
	if hits := searchText(t, x, episodic.ChunkQuery{IndexGeneration: first("p"), Text: strings.Repeat("emoji nothing12 ", 6_250)}); len(hits) == 0 {
		t.Error("100 kB of text find nothing")
	}
}

func TestIndex_Search_everyTerm(t *testing.T) {
	x := open(t).Index()
	terms := []string{
		"a.b", "x_y", "#12", "c++", "ß", "é", "e\u0301", "हिन्दी", "日本", "🤔", "٣", "½", "\u00ad1", "\ue000", "a\u200bb", "\U000E0001",
		"$5", "k=v", "-x", "*", "\"", "'", "owner/repo#12", "\u0378", "İ", "\u0130x", "ǅ",
	}
	for i, term := range terms {
		c := episodic.Chunk{Episode: fmt.Sprint(i), Revision: 1, Own: "before " + term, Around: "after"}
		put(t, x, "p", episodic.EpisodeChunks{Episode: c.Episode, Revision: 1, Chunks: []episodic.Chunk{c}})
	}
	for i, term := range terms {
		if got := found(searchText(t, x, episodic.ChunkQuery{IndexGeneration: first("p"), Terms: term})); !slices.Contains(got, fmt.Sprint(i)) {
			t.Errorf("%q is in chunk %d and finds %v", term, i, got)
		}
	}
}

func TestIndex_Search_isolated(t *testing.T) {
	x := open(t).Index()
	put(t, x, "a", simple("ep", "secret alpha"))
	alone := searchText(t, x, episodic.ChunkQuery{IndexGeneration: first("a"), Text: "secret alpha beta"})
	for i := range 20 {
		put(t, x, "b", simple(fmt.Sprint("ep", i), "secret beta"))
	}
	if diff := cmp.Diff(alone, searchText(t, x, episodic.ChunkQuery{IndexGeneration: first("a"), Text: "secret alpha beta"})); diff != "" {
		t.Errorf("what another project holds changes the answer (-alone +beside):\n%s", diff)
	}
	if got := found(searchText(t, x, episodic.ChunkQuery{IndexGeneration: first("b"), Text: "alpha"})); got != nil {
		t.Errorf("b sees %v of a", got)
	}
	must(t, x.DropProject(t.Context(), "a"))
	must(t, x.DropProject(t.Context(), "never"))
	if hits := searchText(t, x, episodic.ChunkQuery{IndexGeneration: first("a"), Text: "secret"}); len(hits) != 0 {
		t.Errorf("a dropped project has %v", hits)
	}
	if ids, err := x.ListEpisodes(t.Context(), first("a")); err != nil || len(ids) != 0 {
		t.Errorf("a dropped project lists %v, %v", ids, err)
	}
	put(t, x, "a", simple("again", "secret gamma"))
	if got := found(searchText(t, x, episodic.ChunkQuery{IndexGeneration: first("a"), Text: "secret"})); !slices.Equal(got, []string{"again"}) {
		t.Errorf("a project that came back has %v", got)
	}
	if got := found(searchText(t, x, episodic.ChunkQuery{IndexGeneration: first("b"), Text: "secret"})); len(got) != 20 {
		t.Errorf("the other project lost its chunks: %v", got)
	}
}

func TestIndex_Search_pages(t *testing.T) {
	x := open(t).Index()
	var all []episodic.EpisodeChunks
	for i := range 1_257 {
		all = append(all, simple(fmt.Sprintf("ep-%04d", i), "common task"))
	}
	put(t, x, "p", all...)
	// All have the same score, so that every page cuts among equals.
	for _, filter := range []episodic.EpisodeFilter{{}, {Task: "COMMON"}} {
		seen := map[string]bool{}
		for offset := 0; ; offset += 90 {
			hits := searchText(t, x, episodic.ChunkQuery{IndexGeneration: first("p"), Text: "common", Filter: filter, Limit: 90, Offset: offset})
			for _, h := range hits {
				seen[h.Episode] = true
			}
			if len(hits) < 90 {
				break
			}
		}
		if len(seen) != 1_257 {
			t.Errorf("filter %+v: the pages hold %d of 1,257 episodes of equal score", filter, len(seen))
		}
	}
	for _, c := range []struct{ limit, offset, want int }{
		{20_000, 0, 1_257}, {10, 1_250, 7}, {10, 9_999, 0}, {10, 10_000, 0}, {10, 1 << 40, 0}, {-1, 0, 0}, {1, -1, 0},
	} {
		q := episodic.ChunkQuery{IndexGeneration: first("p"), Text: "common", Terms: "common", Limit: c.limit, Offset: c.offset}
		if hits, err := x.Search(t.Context(), q); err != nil || len(hits) != c.want {
			t.Errorf("limit %d, offset %d: %d chunks, %v", c.limit, c.offset, len(hits), err)
		}
	}
}

func TestIndex_Search_filter(t *testing.T) {
	x := open(t).Index()
	at := func(text string) episodic.Timestamp {
		stamp, err := episodic.ParseTimestamp(text)
		must(t, err)
		return stamp
	}
	for _, e := range []episodic.Episode{
		{
			ID: "full", Task: "Deploy 100% of the *new* API", Outcome: episodic.OutcomeFailure, Session: "s1", Domain: "ops", TaskType: "deploy",
			Complexity: "high", Tags: []string{"urgent", "api"}, Tools: []string{"make"}, Strategies: []string{"canary"}, StartedAt: at("2026-05-03T12:00:00.5Z"),
		},
		{ID: "day", Task: "deploy", Outcome: episodic.OutcomeSuccess, Tags: []string{"api"}, StartedAt: at("2026-05-03")},
		{ID: "bare", Task: "deploy", Outcome: episodic.OutcomeUnknown},
	} {
		put(t, x, "p", cut(1, e))
	}
	put(t, x, "q", cut(1, episodic.Episode{ID: "elsewhere", Task: "deploy", Tags: []string{"api"}}))
	for name, c := range map[string]struct {
		filter episodic.EpisodeFilter
		want   []string
	}{
		"none":          {episodic.EpisodeFilter{}, []string{"bare", "day", "full"}},
		"outcome":       {episodic.EpisodeFilter{Outcomes: []episodic.Outcome{episodic.OutcomeFailure, episodic.OutcomeUnknown}}, []string{"bare", "full"}},
		"domain":        {episodic.EpisodeFilter{Domain: "ops"}, []string{"full"}},
		"other kind":    {episodic.EpisodeFilter{TaskType: "ops"}, nil},
		"all of them":   {episodic.EpisodeFilter{Domain: "ops", TaskType: "deploy", Complexity: "high", Session: "s1", Tools: []string{"make"}, Strategies: []string{"canary"}}, []string{"full"}},
		"any tag":       {episodic.EpisodeFilter{Tags: []string{"api", "never"}}, []string{"day", "full"}},
		"two tags once": {episodic.EpisodeFilter{Tags: []string{"api", "urgent"}, Tools: []string{"make"}}, []string{"full"}},
		"two kinds":     {episodic.EpisodeFilter{Tags: []string{"api"}, Outcomes: []episodic.Outcome{episodic.OutcomeSuccess}}, []string{"day"}},
		"no such word":  {episodic.EpisodeFilter{Tags: []string{""}}, nil},
		"untrimmed":     {episodic.EpisodeFilter{Tags: []string{" api"}}, nil},
		"case counts":   {episodic.EpisodeFilter{Tags: []string{"API"}}, nil},
		"part of task":  {episodic.EpisodeFilter{Task: "THE *new* a"}, []string{"full"}},
		"percent":       {episodic.EpisodeFilter{Task: "%"}, []string{"full"}},
		"since":         {episodic.EpisodeFilter{Since: at("2026-05-03T12:00:00.5Z").Time}, []string{"full"}},
		"just after":    {episodic.EpisodeFilter{Since: at("2026-05-03T12:00:00.500000001Z").Time}, nil},
		"until":         {episodic.EpisodeFilter{Until: at("2026-05-03T12:00:00.5Z").Time}, []string{"day"}},
		"between":       {episodic.EpisodeFilter{Since: at("2026-05-03").Time, Until: at("2026-05-04").Time}, []string{"day", "full"}},
		"since in zone": {episodic.EpisodeFilter{Since: time.Date(2026, 5, 3, 14, 0, 0, 0, time.FixedZone("", 7200))}, []string{"full"}},
	} {
		if got := found(searchText(t, x, episodic.ChunkQuery{IndexGeneration: first("p"), Text: "deploy", Filter: c.filter})); !slices.Equal(got, c.want) {
			t.Errorf("%s: found %v, want %v", name, got, c.want)
		}
	}
}

func TestIndex_Search_filterBeforeRanking(t *testing.T) {
	x := open(t).Index()
	var all []episodic.EpisodeChunks
	for i := range 400 {
		e := episodic.Episode{ID: fmt.Sprintf("ep-%03d", i), Task: "deploy deploy deploy", Tags: []string{"common"}}
		if i%40 == 0 {
			e.Task, e.Tags = "deploy "+strings.Repeat("other words ", 50), []string{"rare"}
		}
		all = append(all, cut(1, e))
	}
	put(t, x, "p", all...)
	q := episodic.ChunkQuery{IndexGeneration: first("p"), Text: "deploy", Limit: 10, Filter: episodic.EpisodeFilter{Tags: []string{"rare"}}}
	if got := found(searchText(t, x, q)); len(got) != 10 {
		t.Errorf("10 of 10 asked, %d came: %v", len(got), got)
	}
}

// Few chunks are ranked when a question has rare and common terms; the pages are those of
// ranking all, which a very long page does.
func TestIndex_Search_rareTerms(t *testing.T) {
	x := open(t).Index()
	var all []episodic.EpisodeChunks
	for i := range 1_500 {
		words := strings.Repeat("filler ", i%17)
		for _, w := range []int{2, 3, 5, 7} {
			if i%w == 0 {
				words += strings.Repeat(fmt.Sprintf("w%d ", w), 1+i%4*3)
			}
		}
		if i%40 == 1 { // the rare word is in long chunks without common ones, which others outrank
			words = "w40" + strings.Repeat(" filler", 100+i%3)
		}
		all = append(all, cut(1, episodic.Episode{ID: fmt.Sprintf("ep-%04d", i), Task: words}))
	}
	put(t, x, "p", all...)
	for _, terms := range []string{
		"w2 w40 w3", "w2 w2 w40 w5", "w40 w2 w3 w5 w7", "w2 w3", "filler w40", "w40 w40", "absent w40 w2", "absent w2", "w40", "absent",
	} {
		q := episodic.ChunkQuery{IndexGeneration: first("p"), Terms: terms, Limit: 10_000}
		want := searchText(t, x, q)
		for _, q.Limit = range []int{1, 3, 9, 50} {
			for q.Offset = 0; q.Offset < 60; q.Offset += q.Limit {
				page := want[min(q.Offset, len(want)):min(q.Offset+q.Limit, len(want))]
				if diff := cmp.Diff(page, searchText(t, x, q), cmpopts.EquateEmpty(), cmpopts.EquateApprox(0, 1e-9)); diff != "" {
					t.Fatalf("%q, %d from %d (-all +rare):\n%s", terms, q.Limit, q.Offset, diff)
				}
			}
		}
	}
}

func TestIndex_Search_manyTerms(t *testing.T) {
	x := open(t).Index()
	var all []episodic.EpisodeChunks
	for i := range 60 {
		var words []string
		for w := 1; w <= 40; w++ {
			if i%w == 0 {
				words = append(words, fmt.Sprintf("w%d", w))
			}
		}
		all = append(all, cut(1, episodic.Episode{ID: fmt.Sprintf("ep-%02d", i), Task: strings.Join(words, " "), Tags: []string{fmt.Sprint("t", i%2)}}))
	}
	put(t, x, "p", all...)
	var terms []string
	for w := 40; w > 0; w-- {
		terms = append(terms, fmt.Sprintf("w%d", w))
	}
	for _, filter := range []episodic.EpisodeFilter{{}, {Tags: []string{"t1"}}} {
		sum := map[string]float64{}
		for _, term := range terms {
			for _, h := range searchText(t, x, episodic.ChunkQuery{IndexGeneration: first("p"), Terms: term, Filter: filter}) {
				sum[h.Episode] += h.Score
			}
		}
		var got []episodic.ChunkHit
		for offset := 0; offset < 60; offset += 7 {
			got = append(got, searchText(t, x, episodic.ChunkQuery{IndexGeneration: first("p"), Terms: strings.Join(terms, " "), Filter: filter, Limit: 7, Offset: offset})...)
		}
		if len(got) != len(sum) || len(found(got)) != len(sum) {
			t.Errorf("filter %v: %d chunks of %d episodes, want %d", filter, len(got), len(found(got)), len(sum))
		}
		for i, h := range got {
			if math.Abs(h.Score-sum[h.Episode]) > 1e-9 || i > 0 && h.Score > got[i-1].Score {
				t.Errorf("filter %v: place %d is %s with %v, its terms have %v", filter, i, h.Episode, h.Score, sum[h.Episode])
			}
		}
	}
}

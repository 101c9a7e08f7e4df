package causaltest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
)

// RandomEpisode returns an episode over a few variables, so that many share factors and links.
func RandomEpisode(t *testing.T, r *rand.Rand, n int) episodic.Episode {
	t.Helper()
	outcome := []string{"success", "failure", "unknown"}[r.IntN(3)]
	var events, links []string
	count := r.IntN(5)
	for i := range count {
		at := ""
		if r.IntN(3) > 0 {
			at = fmt.Sprintf(`"timestamp":"2026-01-%02dT00:%02d:00Z",`, 1+n, r.IntN(5))
		}
		content := fmt.Sprintf("%c=%c", "uvwx"[r.IntN(4)], "ab"[r.IntN(2)])
		if r.IntN(4) == 0 {
			content = fmt.Sprintf("step %d failed", r.IntN(3))
		}
		events = append(events, fmt.Sprintf(`{"id":"e%d",%s"type":"error","content":%q}`, i, at, content))
	}
	end := func() string {
		if r.IntN(4) == 0 {
			return fmt.Sprintf("x%d/e%d", r.IntN(8), r.IntN(3))
		}
		return "e" + strconv.Itoa(r.IntN(max(count, 1)))
	}
	for range r.IntN(4) {
		source, target := "e"+strconv.Itoa(r.IntN(max(count, 1))), end()
		if count == 0 || source == target || strings.HasPrefix(target, fmt.Sprintf("x%d/", n)) {
			continue
		}
		links = append(links, fmt.Sprintf(`{"source":%q,"relation":%q,"target":%q,"basis":%q}`, source,
			episodic.Relations()[r.IntN(4)], target, episodic.Bases()[r.IntN(2)]))
	}
	slices.Sort(links)
	day := ""
	if r.IntN(4) > 0 {
		day = fmt.Sprintf(`"timestamp":"2026-01-%02d",`, 1+r.IntN(9))
	}
	return Prepared(t, fmt.Sprintf(`{"id":"x%d",%s"task":"t","outcome":%q,"context":{"u":"%c"},"decisions":[],"events":[%s],"links":[%s],"metrics":{},"lessons":[]}`,
		n, day, outcome, "ab"[r.IntN(2)], strings.Join(events, ","), strings.Join(slices.Compact(links), ",")))
}

// RandomRules returns rules that merge, split and close some factors of random episodes.
func RandomRules(r *rand.Rand) contribution.Rules {
	var rules contribution.Rules
	if r.IntN(2) == 0 {
		rules.Merges = append(rules.Merges, contribution.Merge{From: Identity("u", "a"), Into: Identity("v", "a")})
	}
	if r.IntN(3) == 0 {
		rules.Splits = append(rules.Splits, contribution.Split{
			From: Identity("error: step <n> failed", factor.StateOccurred), Text: "step 1 failed", Into: Identity("w", "b"),
		})
	}
	for _, v := range []string{"u", "w"} {
		if r.IntN(2) == 0 {
			rules.Closed = append(rules.Closed, contribution.Closed{Variable: v})
		}
	}
	return rules
}

// FirstDifference returns the lines around the first difference of two texts.
func FirstDifference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			from := max(i-12, 0)
			return strings.Join(a[from:min(i+4, len(a))], "\n") + "\nwant\n" + strings.Join(b[from:min(i+4, len(b))], "\n")
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(a), len(b))
}

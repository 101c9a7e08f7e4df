package cli

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

func printed(t *testing.T, data string) string {
	t.Helper()
	var a answer
	if err := json.Unmarshal([]byte(data), &a); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	a.print(&page{w: &b, notes: &b, shortened: true})
	return b.String()
}

func TestAnswer_Print(t *testing.T) {
	cases := map[string]struct {
		why  string
		data string
		want []string
	}{
		"path": {
			why: "every link is shown with its basis, and with who states it when that is another episode",
			data: `{"causalPath":{"status":"FOUND","paths":[{"length":2,"bases":["STATED","TEMPORAL"],"hops":[
				{"from":{"key":"x/a","label":"first"},"to":{"key":"x/b","label":"second"},"link":{"relation":"CAUSES","basis":"TEMPORAL","episode":{"key":"x"}}},
				{"from":{"key":"x/b","label":"second"},"to":{"key":"y/c","label":"third"},"link":{"relation":"PREVENTS","basis":"STATED","episode":{"key":"x"}}}]}]}}`,
			want: []string{"2 links, stated and temporal", "first  (x/a)", "→ causes   second  (x/b, temporal)", "→ prevents third  (y/c, stated in x)"},
		},
		"no path": {why: "the status says why", data: `{"causalPath":{"status":"NO_PATH","paths":[]}}`, want: []string{"no path: NO_PATH"}},
		"longer path": {
			why:  "a limit that was hit is named with the option that lifts it",
			data: `{"causalPath":{"status":"NO_PATH","maxDepth":5,"shortestBeyond":9,"paths":[]}}`,
			want: []string{"no path of at most 5 links; the shortest has 9: --depth 9 --mode shortest finds it"},
		},
		"more paths": {
			why:  "the first line says that there are more",
			data: `{"causalPath":{"status":"TRUNCATED","maxDepth":5,"paths":[{"length":0,"bases":[],"hops":[]}]}}`,
			want: []string{"there are more than 1 path: --limit shows more of them, --depth fewer links\n  path 1 of 1"},
		},
		"no path of factors": {
			why:  "a limit that was hit is named with the option that lifts it",
			data: `{"factorPath":{"status":"NO_PATH","maxDepth":5,"paths":[]}}`,
			want: []string{"no path of at most 5 links: NO_PATH; --mode shortest looks for longer ones, as does --depth"},
		},
		"recall": {
			why: "the reason is shown with every hit",
			data: `{"recall":{"degraded":true,"reason":"no engine","hits":[{"part":"HEAD","text":"a\n b","words":["w1","w2"],
				"episode":{"key":"k","outcome":"FAILURE","task":"T"}}]}}`,
			want: []string{"degraded: no engine", "1  k ", "failure", "└ head matches w1, w2: a b"},
		},
		"sequence": {
			why:  "options and rationale are shown when they are there",
			data: `{"decisionSequence":{"decisions":[{"shortId":"d001","context":"C","chosen":"X","options":["X","Y"],"rationale":"R","outcome":"UNKNOWN"}]}}`,
			want: []string{"d001", "unknown  X", "├ about    C", "├ of       X | Y", "└ why      R"},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got := printed(t, c.data)
			for _, want := range c.want {
				if !strings.Contains(got, want) {
					t.Errorf("%s: %q is not in\n%s", c.why, want, got)
				}
			}
		})
	}
}

func TestShort_CutsByCharacters(t *testing.T) {
	got := short(strings.Repeat("é", width+5))
	if n := len([]rune(got)); n != width || !strings.HasSuffix(got, "…") {
		t.Errorf("got %d characters: %s", n, got)
	}
}

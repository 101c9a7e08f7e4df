package ingest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/ingest"
)

// TestImport_RealEpisodesLoseNothing looks for every text of the files in the result, or in an
// entry that says why it is not there.
func TestImport_RealEpisodesLoseNothing(t *testing.T) {
	for _, path := range append(realFiles(t, "episodes", 453), realFiles(t, "episode-variants", 46)...) {
		loseNothing(t, ingest.FormatEpisode, path)
	}
}

func TestImport_RealSessionLogsLoseNothing(t *testing.T) {
	for _, path := range realFiles(t, "session-logs", 250) {
		loseNothing(t, ingest.FormatSessionLog, path)
	}
}

// TestImport_ExamplesLoseNothing looks at the project's own examples and at the input of recordEpisode.
func TestImport_ExamplesLoseNothing(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("..", "..", "examples", "episode-*.json"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	for _, path := range paths {
		loseNothing(t, ingest.FormatEpisode, path)
	}
}

func loseNothing(t *testing.T, format ingest.Format, path string) {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := ingest.Read(format, path, raw); err != nil {
		t.Errorf("%s: %v", path, err)
	}
	losesNothing(t, format, path, raw, true)
}

// losesNothing looks for every value of an accepted document in the result, or in an entry that says
// why it is not there. Empty values say nothing. It skips cleaned texts, which differ. Figures are numbers
// and booleans.
func losesNothing(t tester, format ingest.Format, path string, raw []byte, figures bool) {
	p, entries, err := ingest.Read(format, path, raw)
	if err != nil {
		return
	}
	var read, file any
	if err := json.Unmarshal(p.Content, &read); err != nil {
		t.Fatalf("read the content: %v", err)
	}
	decoder := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))))
	decoder.UseNumber()
	if err := decoder.Decode(&file); err != nil {
		t.Fatalf("read the document: %v", err)
	}
	found := squeezed(strings.Join(texts(read), "\n"))
	named := map[string]bool{}
	for key := range p.Episode.Extra {
		named[strings.TrimRight(key, "'")] = true
	}
	for _, e := range entries {
		if e.Kind == ingest.KindIgnored || slices.Contains([]ingest.Rule{
			ingest.RuleMidnight, ingest.RuleZone, ingest.RuleControl, ingest.RuleTextAsNumber, ingest.RuleNumberAsText, ingest.RuleLineEnds,
		}, e.Rule) {
			named[e.Path] = true
		}
	}
	walk(file, "", func(at, text string) {
		cleaned := strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) || r == unicode.ReplacementChar })
		if cleaned || strings.Contains(found, squeezed(text)) || under(named, at) || sameTime(found, text) {
			return
		}
		t.Errorf("%s: %s is lost: %.80q", filepath.Base(path), at, text)
	})
	walkPlain(file, "", func(at, literal string) {
		if figures && !under(named, at) && !saysPlain(read, found, at, literal) {
			t.Errorf("%s: %s is lost: %s", filepath.Base(path), at, literal)
		}
	})
}

// saysPlain reports whether the result says a number or a boolean: at the same path, with its name in a
// text, or as the state of a gate with the name of what holds it.
func saysPlain(read any, found, at, literal string) bool {
	path := strings.Split(at, ".")
	name := squeezed(path[len(path)-1])
	if strings.Contains(found, squeezed(name+": "+literal)) || strings.Contains(found, squeezed(regexp.MustCompile(`\[\d+\]$`).ReplaceAllString(name, "")+": ")) && strings.Contains(found, literal) {
		return true
	}
	if name == "number" && regexp.MustCompile(`session-0*`+literal+`\b`).MatchString(found) {
		return true
	}
	gate := name
	if slices.Contains([]string{"complete", "completed", "status"}, name) && len(path) > 1 {
		gate = squeezed(path[len(path)-2])
	}
	if (literal == "true" || literal == "false") && regexp.MustCompile(`gates (complete|open|not told): [^\n]*`+regexp.QuoteMeta(gate)).MatchString(found) {
		return true
	}
	same, place := false, func(at string) string {
		return regexp.MustCompile(`_|\d+`).ReplaceAllString(strings.ToLower(at), "") // lists are sorted
	}
	walkPlain(read, "", func(other, value string) {
		a, errA := strconv.ParseFloat(value, 64)
		b, errB := strconv.ParseFloat(literal, 64)
		same = same || place(other) == place(at) && (value == literal || errA == nil && errB == nil && a == b)
	})
	return same || strings.Contains(found, squeezed(literal)) && len(literal) > 2 && literal != "true" && literal != "false"
}

// walkPlain calls f with every number and boolean of a value.
func walkPlain(v any, at string, f func(at, literal string)) {
	switch v := v.(type) {
	case bool, float64, json.Number:
		f(at, fmt.Sprint(v))
	case []any:
		for i, item := range v {
			walkPlain(item, fmt.Sprintf("%s[%d]", at, i), f)
		}
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			walkPlain(v[k], strings.TrimPrefix(at+"."+k, "."), f)
		}
	}
}

// under reports whether a path or one above it was reported.
func under(paths map[string]bool, at string) bool {
	for ; at != ""; at = at[:max(0, strings.LastIndexAny(at, ".["))] {
		if paths[at] {
			return true
		}
	}
	return false
}

func sameTime(found, text string) bool {
	t, err := episodic.ParseTimestamp(text)
	return err == nil && !t.IsZero() && strings.Contains(found, squeezed(t.String()))
}

func squeezed(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }

// walk calls f with every text of a value.
func walk(v any, at string, f func(at, text string)) {
	switch v := v.(type) {
	case string:
		f(at, v)
	case []any:
		for i, item := range v {
			walk(item, fmt.Sprintf("%s[%d]", at, i), f)
		}
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			walk(v[k], strings.TrimPrefix(at+"."+k, "."), f)
		}
	}
}

func texts(v any) []string {
	var out []string
	walk(v, "", func(_, text string) { out = append(out, text) })
	return out
}

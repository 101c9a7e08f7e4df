package metrics_test

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	dto "github.com/prometheus/client_model/go"

	"github.com/causeway-memory/causeway/internal/metrics"
)

// families returns every metric of causeway, ordered by name.
func families(t *testing.T) []*dto.MetricFamily {
	t.Helper()
	m := metrics.New()
	observeAll(m)
	all, err := m.Families()
	if err != nil {
		t.Fatal(err)
	}
	own := slices.DeleteFunc(all, func(f *dto.MetricFamily) bool { return !strings.HasPrefix(f.GetName(), "causeway_") })
	for _, name := range m.Names() {
		if strings.HasPrefix(name, "causeway_") && !slices.ContainsFunc(own, func(f *dto.MetricFamily) bool { return f.GetName() == name }) {
			t.Errorf("observeAll tells nothing of %s", name)
		}
	}
	return own
}

func TestMetrics_EachHasAUnitAndASentence(t *testing.T) {
	// The unit is what a metric counts; booleans and sets of labels have none.
	name := regexp.MustCompile(`^causeway_[a-z]+_[a-z0-9_]+_(seconds|points|requests|episodes|events|jobs|keys|bytes)$`)
	counter := regexp.MustCompile(`^causeway_[a-z]+_(requests|refusals|operations|errors|files|repairs|lookups|generations|changes|applied_events|traced_events|redactions|[a-z_]+_errors)_total$`)
	unitless := []string{"causeway_engine_up", "causeway_build_info"}
	all := families(t)
	for _, f := range all {
		fits := name.MatchString(f.GetName()) || slices.Contains(unitless, f.GetName())
		if f.GetType() == dto.MetricType_COUNTER {
			fits = counter.MatchString(f.GetName())
		}
		if !fits {
			t.Errorf("%s is not causeway_<subsystem>_<thing>_<unit>, a counter not …_total", f.GetName())
		}
		if f.GetType() == dto.MetricType_HISTOGRAM && !strings.HasSuffix(f.GetName(), "_seconds") && !strings.HasSuffix(f.GetName(), "_points") {
			t.Errorf("%s is a histogram without a unit that is measured", f.GetName())
		}
		if help := f.GetHelp(); len(strings.Fields(help)) < 4 || !strings.HasSuffix(help, ".") {
			t.Errorf("%s has no sentence of help: %q", f.GetName(), help)
		}
	}
	if len(all) < 20 {
		t.Errorf("only %d metrics are told", len(all))
	}
}

// TestMetrics_LabelsAreBounded rejects labels whose values a caller chooses.
func TestMetrics_LabelsAreBounded(t *testing.T) {
	bounded := []string{
		"type", "code", "route", "status", "field", "statement", "request", "rule", "cache", "result", "engine", "version", "go_version",
		"kind",
	}
	for _, f := range families(t) {
		for _, label := range labels(f) {
			if !slices.Contains(bounded, label) {
				t.Errorf("%s has the label %s, whose values are not known to be few", f.GetName(), label)
			}
		}
	}
}

func labels(f *dto.MetricFamily) []string {
	var out []string
	for _, l := range f.GetMetric()[0].GetLabel() {
		out = append(out, l.GetName())
	}
	return out
}

// table is the table of docs/operations.md.
func table(all []*dto.MetricFamily) string {
	slices.SortFunc(all, func(a, b *dto.MetricFamily) int { return cmp.Compare(a.GetName(), b.GetName()) })
	var b strings.Builder
	b.WriteString("| metric | kind | labels | tells |\n|---|---|---|---|\n")
	for _, f := range all {
		var with []string
		for _, l := range labels(f) {
			with = append(with, "`"+l+"`")
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", f.GetName(), strings.ToLower(f.GetType().String()), strings.Join(with, ", "), f.GetHelp())
	}
	return b.String()
}

func TestMetrics_AreInTheDocumentation(t *testing.T) {
	path := filepath.Join("..", "..", "docs", "operations.md")
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- metrics:begin -->\n", "<!-- metrics:end -->"
	before, rest, found := strings.Cut(string(page), begin)
	have, after, ended := strings.Cut(rest, end)
	if !found || !ended {
		t.Fatal("docs/operations.md has no place between metrics:begin and metrics:end")
	}
	want := table(families(t))
	if have == want {
		return
	}
	if os.Getenv("CAUSEWAY_TEST_UPDATE") != "1" {
		t.Fatal("docs/operations.md differs from the metrics; CAUSEWAY_TEST_UPDATE=1 go test ./internal/metrics writes the table anew")
	}
	if err := os.WriteFile(path, []byte(before+begin+want+end+after), 0o600); err != nil {
		t.Fatal(err)
	}
}

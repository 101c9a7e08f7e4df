package curate_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/curate"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/mask"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/ingest"
)

// recorder gives what an import records to a layer.
type recorder struct{ *causaltest.Layer }

func (r recorder) RecordAll(_ context.Context, _ string, episodes []episodic.Episode, _ bool, _ episodic.State) ([]episodic.Receipt, error) {
	receipts := make([]episodic.Receipt, len(episodes))
	for i, e := range episodes {
		p, err := intake.Prepare(e)
		if err != nil {
			return nil, err
		}
		r.Write(p.Episode)
		receipts[i] = episodic.Receipt{Episode: e.ID, Revision: 1, Change: episodic.ChangeCreated}
	}
	return receipts, nil
}

func (r recorder) Revisions(context.Context, string, []string, episodic.Slice) (map[string][]episodic.Revision, error) {
	return nil, episodic.ErrProjectNotFound
}

// OfSessions says that nothing was recorded before.
func (recorder) OfSessions(context.Context, string, []string, []string) ([]episodic.Episode, error) {
	return nil, nil
}

// Delete has nothing to delete.
func (recorder) Delete(context.Context, string, string) error { return nil }

// realLayer is what the real episodes make.
func realLayer(t *testing.T) *causaltest.Layer {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(enginetest.Data(t), "ai-agents", "episodes", "*.json"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no real episodes (%v)", err)
	}
	sources, _, err := ingest.Files(ingest.FormatEpisode, paths, nil)
	if err != nil {
		t.Fatal(err)
	}
	l := causaltest.NewLayer(t)
	report, err := ingest.Import(t.Context(), recorder{l}, ingest.Options{Project: "p"}, sources, nil)
	if err != nil || report.Totals.Refused > 0 || len(l.Episodes) != len(paths) {
		t.Fatalf("%d of %d episodes are imported: %v, %+v", len(l.Episodes), len(paths), err, report.Totals)
	}
	return l
}

func listing(l *causaltest.Layer) *causaltest.Listing {
	return &causaltest.Listing{
		State: l.Numbers, Rules: l.RuleSet, Factors: slices.Collect(maps.Values(l.FactorRows)), Links: slices.Collect(maps.Values(l.LinkRows)),
		Variables: []factor.Variable{l.VariableRows[factor.VariableOutcome]},
	}
}

// row is a row of the table in the documentation.
func row(what string, n, of int) string {
	if of == 0 {
		return fmt.Sprintf("| %s | %s | |", what, thousands(n))
	}
	return fmt.Sprintf("| %s | %s | %.1f %% |", what, thousands(n), 100*float64(n)/float64(of))
}

func thousands(n int) string {
	if n < 1_000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%d,%03d", n/1_000, n%1_000)
}

// realRows are the rows about the real episodes.
func realRows(l *causaltest.Layer, q curate.Quality, s curate.Suggestions) []string {
	rows := []string{
		row("episodes", q.Derivation.Episodes, 0), row("factors", q.Factors, 0),
		row("in one episode only", q.Once, q.Factors), row("in five episodes or more", q.Recurring, q.Factors), row("without a link", q.Isolated, q.Factors),
		row("with a label that says nothing", q.DegenerateCount, q.Factors), row("links between factors", q.Links, 0),
		row("resting on the order in time alone", q.OnlyTemporal, q.Links), row("stated by two episodes or more", q.Repeated, q.Links),
		row("that cannot be measured", q.Unmeasured, q.Links), row("of doubtful direction", q.Ambiguous, q.Links),
		row("links at the busiest factor", q.Hub.Links, q.Links), row("episodes of unknown outcome", q.UnknownOutcomes, q.Derivation.Episodes),
		row("links of a factor to itself, left out", q.Derivation.SelfLinks, 0), row("suggestions for merging", s.Total, 0),
	}
	frequent := slices.SortedFunc(maps.Values(l.FactorRows), func(a, b factor.Factor) int {
		if a.Frequency() != b.Frequency() {
			return b.Frequency() - a.Frequency()
		}
		return strings.Compare(a.Label(), b.Label())
	})
	for _, f := range frequent[:12] {
		rows = append(rows, fmt.Sprintf("| `%s` | %d |", f.Label(), f.Frequency()))
	}
	return rows
}

func TestQuality_RealEpisodesAsDocumented(t *testing.T) {
	l := realLayer(t)
	service := listing(l).Service()
	q, err := service.Curate.Quality(t.Context(), "p")
	if err != nil {
		t.Fatal(err)
	}
	s, err := service.Curate.Suggestions(t.Context(), curate.SuggestionQuery{Project: "p"})
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "quality.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range realRows(l, q, s) {
		if !strings.Contains(string(text), r) {
			t.Errorf("docs/quality.md lacks %s", r)
		}
	}
	for _, a := range q.Advice {
		if !strings.Contains(string(text), string(a.Code)) {
			t.Errorf("docs/quality.md lacks %s: %s", a.Code, a.Text)
		}
	}
}

// decisions finds the decisions of a layer.
type decisions struct {
	layer.Occurrences

	l *causaltest.Layer
}

func (d decisions) ListOccurrences(_ context.Context, q episodic.OccurrenceQuery) ([]episodic.Occurrence, error) {
	var out []episodic.Occurrence
	for id, e := range d.l.Episodes {
		for _, one := range e.Decisions {
			out = append(out, episodic.Occurrence{Key: episodic.OccurrenceKey(id, one.ID), Episode: id})
		}
	}
	slices.SortFunc(out, func(a, b episodic.Occurrence) int { return strings.Compare(a.Key, b.Key) })
	out = slices.DeleteFunc(out, func(o episodic.Occurrence) bool { return o.Key <= q.Page.After })
	return out[:min(q.Page.Limit, len(out))], nil
}

func (d decisions) GetEpisodes(_ context.Context, _ string, ids []string) ([]episodic.Stored, error) {
	var out []episodic.Stored
	for _, id := range ids {
		out = append(out, episodic.Stored{Episode: d.l.Episodes[id]})
	}
	return out, nil
}

// TestGroups_RealPairs counts how many of the pairs that the rules take for one say the same. The
// pairs are the 200 that mergeSuggestions finds most alike (least .5), each read and labeled by hand; the
// file has the keys of their factors.
func TestGroups_RealPairs(t *testing.T) {
	l := realLayer(t)
	factors := listing(l)
	factors.Service() // sorts what is listed
	groups, err := curate.New(factors, decisions{l: l}, nil).Groups(t.Context(), "p")
	if err != nil {
		t.Fatal(err)
	}
	rules := contribution.Rules{Merges: curate.Merges(groups)}
	now := map[string]factor.Identity{}
	merges := rules.Resolver()
	for key, f := range l.FactorRows {
		now[key] = merges.Merged(f.Identity)
	}
	text, err := os.ReadFile(filepath.Join("testdata", "real_pairs.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	pairs := strings.Split(strings.TrimSpace(string(text)), "\n")
	taken, right, unknown := 0, 0, 0
	for _, line := range pairs {
		cells := strings.Split(line, "\t")
		a, known := now[cells[0]]
		b, both := now[cells[1]]
		switch {
		case !known || !both:
			unknown++
		case a == b:
			taken++
			if cells[2] == "same" {
				right++
			}
		}
	}
	t.Logf("%d pairs, %d unknown; %d are taken for one, %d of them say the same; %d merges in %d groups", len(pairs), unknown, taken, right, len(rules.Merges), len(groups))
	if len(pairs) != 200 || unknown > 10 || taken < 60 || 10*right < 9*taken {
		t.Errorf("%d pairs, %d unknown; %d are taken for one, of which %d say the same", len(pairs), unknown, taken, right)
	}
	if err := rules.Sorted().Circle(); err != nil {
		t.Error(err)
	}
}

func TestContribute_RealTemplatesAreStable(t *testing.T) {
	for _, f := range realLayer(t).FactorRows {
		if again := mask.Template(f.Variable, factor.MaxVariable); again != f.Variable {
			t.Errorf("%q is masked once more: %q", f.Variable, again)
		}
	}
}

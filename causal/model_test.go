package causal_test

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
)

// modelled is a project in an embedded store, of which models are made.
type modelled struct {
	t       testing.TB
	store   *sqlitestore.Store
	service *causal.Service
}

func newModelled(t testing.TB) modelled {
	t.Helper()
	s, err := sqlitestore.Open(sqlitestore.Options{Path: filepath.Join(t.TempDir(), "causeway.db"), Timeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	if err := s.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return modelled{t, s, serviceOf(s)}
}

func serviceOf(s *sqlitestore.Store) *causal.Service {
	return causal.NewService(causal.Parts{Links: s, Occurrences: s, Factors: s, Tokens: wordCounter{}}, time.Now)
}

func (m modelled) write(episodes ...episodic.Episode) {
	m.t.Helper()
	for batch := range slices.Chunk(episodes, 500) {
		prepared := make([]episodic.Prepared, len(batch))
		for i, e := range batch {
			p, err := episodic.Prepare(e)
			if err != nil {
				m.t.Fatal(err)
			}
			prepared[i] = p
		}
		if _, err := m.store.RecordEpisodes(m.t.Context(), "p", prepared, false, time.Now()); err != nil {
			m.t.Fatal(err)
		}
	}
}

func (m modelled) close(absent string, variables ...string) {
	m.t.Helper()
	if err := m.service.DeclareClosed(m.t.Context(), "p", variables, absent, true); err != nil {
		m.t.Fatal(err)
	}
}

// of is the model of some variables.
func (m modelled) of(targets ...string) causal.Model {
	m.t.Helper()
	out, err := causal.ModelOf(m.t.Context(), m.service, "p", targets, nil)
	if err != nil {
		m.t.Fatal(err)
	}
	return out
}

func TestModel_NetworksRecounted(t *testing.T) {
	for _, c := range []struct {
		name, outcome string
		closed        bool
	}{{"agentops_a", "success", true}, {"agentops_a", "success", false}, {"asia", "dysp", false}} {
		n := readNetwork(t, c.name)
		n.episodes, n.raw = n.episodes[:500], n.raw[:500]
		m := newModelled(t)
		m.write(n.episodes...)
		if c.closed {
			m.close("no", n.events...)
			m.close("no", "success")
		}
		got := m.of("outcome")
		if status, reason := got.Status(); status != "" || len(got.Cut()) > 0 {
			t.Fatalf("%s: %s %s, cut %v", c.name, status, reason, got.Cut())
		}
		compareModel(t, n, got, c.closed)
		wantEdges := map[[2]string]bool{}
		if c.closed || c.name == "asia" {
			wantEdges[[2]string{c.outcome, "outcome"}] = true
		}
		names := got.Names()
		for e := range n.edges {
			if slices.Contains(names, e[0]) && slices.Contains(names, e[1]) && !correlated[e] {
				wantEdges[e] = true
			}
		}
		if !wantEdges[[2]string{c.outcome, "outcome"}] {
			continue // the outcome has parents by counts alone
		}
		edges := map[[2]string]bool{}
		for _, name := range names {
			for _, p := range got.Parents(name) {
				edges[[2]string{p, name}] = true
			}
		}
		if !maps.Equal(edges, wantEdges) {
			t.Errorf("%s: edges %v, want %v", c.name, edges, wantEdges)
		}
		if chosen := got.Chosen(); !slices.Equal(chosen, []string{c.outcome}) {
			t.Errorf("%s: the parents chosen for the outcome are %v", c.name, chosen)
		}
	}
}

// correlated are the pairs of the network that are no causes.
var correlated = map[[2]string]bool{{"verbose_log", "defect"}: true, {"retry", "blocked"}: true}

// compareModel compares every cell with the JSON.
func compareModel(t *testing.T, n network, m causal.Model, closed bool) {
	t.Helper()
	compared := 0
	for i, raw := range n.raw {
		states, _ := rawStates(raw)
		for _, name := range m.Names() {
			want := states[name]
			if want == "" && closed {
				want = "no"
			}
			if got := m.Tells(n.episodes[i].ID, name); got != want {
				t.Fatalf("%s tells %s=%q, the file %q", n.episodes[i].ID, name, got, want)
			}
			compared++
		}
	}
	if compared < len(n.episodes) {
		t.Errorf("only %d cells were compared", compared)
	}
}

package app_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/paths"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/enginetest"
)

// hubLinks is the number of links of the hub, half of them incoming.
const hubLinks = 8_000

func spoke(side string, n int) factor.Identity {
	return factor.Identity{Variable: fmt.Sprintf("%s-%06d", side, n), State: factor.StateOccurred}
}

// TestHub_AnswersInTime asks about a factor with too many links for an answer to look at all of
// them: each answer comes within the time limit of a query, is bounded, and says that it was cut
// off.
func TestHub_AnswersInTime(t *testing.T) {
	f := factorsOf(t, embedded(t, t.TempDir()))
	hub := factor.Identity{Variable: "hub", State: factor.StateOccurred}
	var stated []link.Statement
	for n := range hubLinks / 2 {
		stated = append(stated,
			link.Statement{Source: spoke("in", n), Relation: episodic.RelationCauses, Target: hub, Origin: "hub"},
			link.Statement{Source: hub, Relation: episodic.RelationCauses, Target: spoke("out", n), Origin: "hub"})
	}
	for ; len(stated) > 0; stated = stated[min(len(stated), derive.MaxStatements):] {
		if _, err := f.service.Derive.RecordLinks(t.Context(), "p", stated[:min(len(stated), derive.MaxStatements)]); err != nil {
			t.Fatal(err)
		}
	}
	in, out, most := spoke("in", 7).Key(), spoke("out", 9).Key(), config.Default().GraphQL.QueryTime
	path := func(from, to string, mode paths.Mode) func(context.Context) (string, error) {
		return func(ctx context.Context) (string, error) {
			a, err := f.service.Paths.FactorPath(ctx, paths.Question{Project: "p", From: from, To: to, Mode: mode, State: true, Bottlenecks: true})
			return fmt.Sprintf("%s, %d", a.Status, len(a.Paths)), err
		}
	}
	for _, c := range []struct {
		why, want string
		ask       func(context.Context) (string, error)
	}{
		{"a shortest path through it", "found, 1", path(in, out, paths.ModeShortest)},
		{"all shortest paths through it", "found, 1", path(in, out, paths.ModeAllShortest)},
		{"all paths through it", "found, 1", path(in, out, paths.ModeAllSimple)},
		{"the strongest path, where no strength is known", "no_path, 0", path(in, out, paths.ModeStrongest)},
		{"a path that there is not", "no_path, 0", path(out, in, paths.ModeShortest)},
		{"what leads to it", "truncated, 100", func(ctx context.Context) (string, error) {
			a, err := f.service.Paths.Reach(ctx, paths.ReachQuestion{Project: "p", Of: hub.Key(), Direction: search.Upstream, Page: episodic.Page{Limit: 100}})
			return fmt.Sprintf("%s, %d", a.Status, len(a.Found)), err
		}},
		{"what is around it", "truncated, 100", func(ctx context.Context) (string, error) {
			g, err := f.service.Paths.Graph(ctx, paths.GraphQuestion{Project: "p", Of: hub.Key()})
			return fmt.Sprintf("%s, %d", g.Status, len(g.Links)), err
		}},
		{"the links at it", "100", func(ctx context.Context) (string, error) {
			found, err := f.service.Layer.FactorLinksAt(ctx, "p", []string{hub.Key()}, search.Downstream, link.ShowDefault, layer.MostLinksAt)
			return fmt.Sprint(len(found[hub.Key()])), err
		}},
		{"a page of its links, and how many there are", fmt.Sprintf("100 of %d", hubLinks/2), func(ctx context.Context) (string, error) {
			q := layer.FactorLinkQuery{Project: "p", Filter: layer.FactorLinkFilter{Source: hub.Key()}, Page: episodic.Page{Limit: 100}}
			found, err := f.service.Layer.FactorLinks(ctx, q)
			if err != nil {
				return "", err
			}
			n, err := f.service.Layer.CountFactorLinks(ctx, q)
			return fmt.Sprintf("%d of %d", len(found), n), err
		}},
		{"the evidence of a link that no episode states", "0", func(ctx context.Context) (string, error) {
			found, err := f.service.Layer.Evidence(ctx, link.EvidenceQuery{
				Project: "p", Link: link.FactorLinkKey(hub.Key(), episodic.RelationCauses, out), Stated: true, Page: episodic.Page{Limit: 10},
			})
			return fmt.Sprint(len(found)), err
		}},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		began := time.Now()
		got, err := c.ask(ctx)
		cancel()
		if took := time.Since(began); err != nil || got != c.want || enginetest.TooLong(t, took, most) {
			t.Errorf("%s: %s, %v after %s; want %s within %s", c.why, got, err, took, c.want, most)
		} else {
			t.Logf("%s: %s", c.why, took)
		}
	}
}

package counterfactual_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/counterfactual"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/soak"
)

// wouldHave is a counterfactual of which the truth is known.
type wouldHave struct {
	Episode, Remove, Y string
	Full               float64 `json:"p_but_for_full_evidence"`
	Context            float64 `json:"p_but_for_context_evidence"`
}

func truthOf(t *testing.T, network string, into any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(enginetest.Data(t), "causal", "bn", network, "truth.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatal(err)
	}
}

// closed records a network of which everything that happened is recorded.
func closed(n causaltest.Network, t *testing.T) causaltest.Services {
	t.Helper()
	k := causaltest.NewServices(t, n.Episodes...)
	if err := k.Derive.DeclareClosed(t.Context(), "p", append(n.Events, "success"), "no", true); err != nil {
		t.Fatal(err)
	}
	return k
}

// TestCounterfactual_OfNetwork asks about the episodes of a network. The last questions state links.
func TestCounterfactual_OfNetwork(t *testing.T) {
	k := closed(causaltest.ReadNetwork(t, "agentops_a"), t)
	t.Run("learned from episodes", func(t *testing.T) { learnedFromEpisodes(t, k) })
	t.Run("untyped links", func(t *testing.T) { untypedLinks(t, k) })
}

// learnedFromEpisodes asks what the truth of the network is known of, with
// nothing to go by but its 2,000 episodes and that what is not recorded did not happen.
func learnedFromEpisodes(t *testing.T, k causaltest.Services) {
	t.Helper()
	k.T = t
	var truth struct {
		Of []wouldHave `json:"episode_counterfactuals"`
	}
	truthOf(t, "agentops_a", &truth)
	var full, context measured
	every := max(1, len(truth.Of)/soak.Rounds(len(truth.Of)/3)) // one of three says enough about the mean
	for i, q := range truth.Of {
		if i%every > 0 {
			continue
		}
		full.add(t, q, k.Ask(counterfactual.Question{Episode: q.Episode, Remove: q.Remove + "=yes", Target: q.Y, Budget: 800}), q.Full)
		context.add(t, q, k.Ask(counterfactual.Question{Episode: q.Episode, Remove: q.Remove + "=yes", Target: q.Y, ContextOnly: true}), q.Context)
	}
	full.report(t, "whole episode")
	context.report(t, "context alone")
}

// untypedLinks asks about an episode with the links retry -> recovery and
// legacy -> recovery, of which nobody said more than that they are there. In the network legacy
// prevents recovery.
func untypedLinks(t *testing.T, k causaltest.Services) {
	t.Helper()
	k.T = t
	const episode = "episode-agentops_a-00001"
	s := k.Ask(counterfactual.Question{Episode: episode, Remove: "retry", Target: "recovery"}).Structural
	if !s.ButFor || s.Failed != 1 || s.Learned == 0 {
		t.Errorf("what the counts show to prevent it is no other way to it: %+v", s)
	}
	if _, err := k.Derive.RecordLinks(t.Context(), "p", []link.Statement{
		{Source: causaltest.ParseFactor("legacy=yes"), Target: causaltest.ParseFactor("recovery=yes"), Relation: episodic.RelationCauses},
		{Source: causaltest.ParseFactor("retry=yes"), Target: causaltest.ParseFactor("recovery=yes"), Relation: episodic.RelationCauses},
	}); err != nil {
		t.Fatal(err)
	}
	s = k.Ask(counterfactual.Question{Episode: episode, Remove: "retry", Target: "recovery"}).Structural
	if s.ButFor || s.Failed != 0 || s.Learned != 0 {
		t.Errorf("what people state is not overruled by counts: %+v", s)
	}
}

// measured is how far answers are from the truth.
type measured struct {
	n, within, concluded int
	sum, worst           float64
}

func (m *measured) add(t *testing.T, q wouldHave, a counterfactual.Counterfactual, truth float64) {
	t.Helper()
	if a.Graded == nil {
		t.Errorf("%+v: %s %s", q, a.Status, a.Reason)
		return
	}
	o := a.Graded.Otherwise
	off := math.Abs(o.Value - truth)
	if off > .1 && testing.Verbose() {
		t.Logf("%+v: %.3f [%.3f %.3f] %s %s\n%s", q, o.Value, o.Low, o.High, a.Status, a.Reason, a.Text.Text)
	}
	m.n++
	m.sum += off
	m.worst = max(m.worst, off)
	if o.Low-1e-9 <= truth && truth <= o.High+1e-9 {
		m.within++
	}
	if a.Graded.Verdict != "" {
		m.concluded++
	}
}

func (m measured) report(t *testing.T, evidence string) {
	t.Helper()
	mean := m.sum / float64(m.n)
	t.Logf("%s: %d counterfactuals, mean |error| %.4f, worst %.3f, %d of the intervals have the truth, %d conclude", evidence, m.n, mean, m.worst, m.within, m.concluded)
	if mean > .02 {
		t.Errorf("%s: mean |error| %.4f of %d", evidence, mean, m.n)
	}
}

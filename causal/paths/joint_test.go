package paths_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/paths"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/internal/memory"
)

// askedJoints counts what a store is asked about joints.
type askedJoints struct {
	causaltest.Memory

	joints, supports, most int
}

func (m *askedJoints) FindJoined(ctx context.Context, project string, joints []search.Joint, until time.Time) ([]bool, error) {
	asked := map[string]int{}
	for _, j := range joints {
		asked[j.First.Link.Key+j.Second.Link.Key]++
		m.most = max(m.most, asked[j.First.Link.Key+j.Second.Link.Key])
		m.supports += j.Support()
	}
	m.joints += len(joints)
	return m.Memory.FindJoined(ctx, project, joints, until)
}

func (m *askedJoints) path(t *testing.T, q paths.Question) paths.Answer {
	t.Helper()
	a, err := memory.NewCauses(memory.CauseParts{Factors: m, Tokens: causaltest.WordCounter{}}, time.Now).Paths.FactorPath(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// throughHub are links from some factors to a hub and on to as many others and an end, each stated by so
// many episodes.
func throughHub(arms, episodes int) []link.FactorLink {
	frequent := func(from, to string) link.FactorLink {
		l := causaltest.Causes(from, to, .5)
		l.Statements, l.Evidence.Stated = 0, episodes
		return l
	}
	var out []link.FactorLink
	for i := range arms {
		out = append(out, frequent("a", fmt.Sprint("in", i)), frequent(fmt.Sprint("in", i), "hub"), frequent("hub", fmt.Sprint("out", i)), frequent(fmt.Sprint("out", i), "z"))
	}
	return out
}

// TestFactorPath_JointsAreBounded looks at no more episodes than the limit, whatever links meet at a
// hub, and at no joint twice.
func TestFactorPath_JointsAreBounded(t *testing.T) {
	m := &askedJoints{Memory: causaltest.Memory{Links: throughHub(20, 2_000)}}
	q := pathQuestion("a", "z")
	q.Mode = paths.ModeStrongest
	a := m.path(t, q)
	if a.Status != search.StatusTruncated || m.supports > 2*200_000 {
		t.Errorf("%s after %d joints of %d episodes", a.Status, m.joints, m.supports)
	}
	few := &askedJoints{Memory: causaltest.Memory{Links: throughHub(5, 20)}}
	q.Mode, q.Composed, q.Limit = paths.ModeAllSimple, true, 100
	if a = few.path(t, q); len(a.Paths) != 25 || few.most != 1 || few.joints > 50 {
		t.Errorf("%d paths, %d joints, one of them %d times", len(a.Paths), few.joints, few.most)
	}
}

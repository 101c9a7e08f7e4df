package paths

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/internal/explain"
)

// maxJoints is the maximum number of joints that one search looks at, maxJointSupport that of the
// episodes behind them, jointsAtOnce that of the joints of one statement. To tell that two links do not
// meet, a store looks at every episode that states the rarer one: 5 µs each in the embedded store, so
// that the limit is about a second.
const (
	maxJoints       = 50_000
	maxJointSupport = 200_000
	jointsAtOnce    = 5_000
)

// joined reports for each joint whether somebody lived or stated it. A joint that several paths share
// is looked at once.
func (s *Service) joined(ctx context.Context, project string, joints []search.Joint, until time.Time) ([]bool, error) {
	known := map[search.JointName]bool{}
	var ask []search.Joint
	for _, j := range joints {
		if _, asked := known[j.Name()]; asked {
			continue
		}
		if known[j.Name()] = j.Stated(); !j.Stated() {
			ask = append(ask, j)
		}
	}
	for some := range slices.Chunk(ask, jointsAtOnce) {
		found, err := s.factors.FindJoined(ctx, project, some, until)
		if err != nil {
			return nil, err
		}
		for i, j := range some {
			known[j.Name()] = found[i]
		}
	}
	out := make([]bool, len(joints))
	for i, j := range joints {
		out[i] = known[j.Name()]
	}
	return out, nil
}

// isChain reports whether somebody lived or stated a path: every two links that follow each other.
func (s *Service) isChain(ctx context.Context, project string, steps []search.Step) (bool, error) {
	found, err := s.joined(ctx, project, search.JointsOf(steps), time.Time{})
	return err == nil && !slices.Contains(found, false), err
}

// join limits a graph to chains. cut says that not all joints could be looked at.
func (s *Service) join(ctx context.Context, project string, n *searchGraph, until time.Time) (cut bool, err error) {
	pairs, cut := n.pairs()
	joints := make([]search.Joint, len(pairs))
	for i, p := range pairs {
		joints[i] = search.Joint{First: n.steps[p[0]], Second: n.steps[p[1]]}
	}
	found, err := s.joined(ctx, project, joints, until)
	if err != nil {
		return false, fmt.Errorf("join the links of %d factors: %w", len(n.factors), err)
	}
	n.next = make([][]int, len(n.steps))
	for i, p := range pairs {
		if found[i] {
			n.next[p[0]] = append(n.next[p[0]], p[1])
		}
	}
	for i := range n.next {
		slices.Sort(n.next[i])
	}
	return cut, nil
}

// pairs returns the steps that follow each other without going back; cut says that there are more
// than maxJoints, or more than maxJointSupport episodes behind them.
func (n *searchGraph) pairs() (out [][2]int, cut bool) {
	supports := 0
	for at := range n.factors {
		for _, in := range n.in[at] {
			for _, leave := range n.out[at] {
				if leave.far == in.far {
					continue
				}
				for _, first := range in.parallel {
					for _, second := range leave.parallel {
						supports += search.Joint{First: n.steps[first], Second: n.steps[second]}.Support()
						if supports > maxJointSupport {
							return out, true
						}
						out = append(out, [2]int{first, second})
					}
				}
				if len(out) >= maxJoints {
					return out[:maxJoints], true
				}
			}
		}
	}
	return out, false
}

// meet reports whether a step follows another in a chain.
func (n *searchGraph) meet(first, second int) bool {
	if n.next == nil {
		return true
	}
	_, found := slices.BinarySearch(n.next[first], second)
	return found
}

// flip turns every step around.
func (n *searchGraph) flip() {
	n.out, n.in = n.in, n.out
	if n.next != nil {
		n.next = transposed(n.next)
	}
}

// stepsToEnd returns the least number of links from each step on to one of some factors, in walks that
// do not go through avoid (-1 for none).
func (n *searchGraph) stepsToEnd(to []int, avoid int) []int {
	out := make([]int, len(n.steps))
	for i := range out {
		out[i] = unreached
	}
	if n.next == nil {
		left := distances(n.in, to, avoid)
		n.eachStep(func(from, far, step int) {
			if from != avoid && left[far] != unreached {
				out[step] = left[far] + 1
			}
		})
		return out
	}
	var queue []int
	ends := make([][2]int, len(n.steps))
	n.eachStep(func(from, far, step int) {
		ends[step] = [2]int{from, far}
		if slices.Contains(to, far) && from != avoid && far != avoid {
			out[step] = 1
			queue = append(queue, step)
		}
	})
	before := transposed(n.next)
	for i := 0; i < len(queue); i++ {
		for _, step := range before[queue[i]] {
			if out[step] == unreached && ends[step][0] != avoid {
				out[step] = out[queue[i]] + 1
				queue = append(queue, step)
			}
		}
	}
	return out
}

// eachStep calls yield for every step with the numbers of its ends.
func (n *searchGraph) eachStep(yield func(from, far, step int)) {
	for from := range n.out {
		for _, a := range n.out[from] {
			for _, step := range a.parallel {
				yield(from, a.far, step)
			}
		}
	}
}

// transposed turns a relation around.
func transposed(next [][]int) [][]int {
	before := make([][]int, len(next))
	for first, list := range next {
		for _, second := range list {
			before[second] = append(before[second], first)
		}
	}
	return before
}

// onChains returns the links on walks of at most depth links that are chains: from one end to the
// other, or to one end if from is empty.
func (n *searchGraph) onChains(from, to []int, depth int) map[string]bool {
	behind := n.stepsToEnd(to, -1)
	ahead := make([]int, len(n.steps))
	for i := range ahead {
		ahead[i] = 1
	}
	if len(from) > 0 {
		n.flip()
		ahead = n.stepsToEnd(from, -1)
		n.flip()
	}
	out := map[string]bool{}
	for i, s := range n.steps {
		if ahead[i]+behind[i]-1 <= depth {
			out[s.Link.Key] = true
		}
	}
	return out
}

// chains keeps the links between factors that lie on chains.
func (s *Service) chains(ctx context.Context, q search.FactorSearch, links []link.FactorLink, d search.Direction) (kept []link.FactorLink, cut bool, err error) {
	n := newSearchGraph(links)
	if cut, err = s.join(ctx, q.Project, n, q.Follow.Until); err != nil {
		return nil, false, err
	}
	from, to := n.keyed(q.From), n.keyed(q.To)
	if d == search.Downstream {
		n.flip()
	}
	if len(q.To) == 0 {
		from, to = nil, from
	}
	on := n.onChains(from, to, q.Depth)
	return slices.DeleteFunc(links, func(l link.FactorLink) bool { return l.Source != l.Target && !on[l.Key] }), cut, nil
}

// keyed returns the numbers of the factors with some keys.
func (n *searchGraph) keyed(keys []string) []int {
	var out []int
	for i, id := range n.factors {
		if slices.Contains(keys, id.Key()) {
			out = append(out, i)
		}
	}
	return out
}

// markComposed notes in paths where nobody lived or stated them.
func (s *Service) markComposed(ctx context.Context, project string, paths []*Path, until time.Time) error {
	var joints []search.Joint
	for _, p := range paths {
		joints = append(joints, search.JointsOf(p.Steps)...)
	}
	found, err := s.joined(ctx, project, joints, until)
	if err != nil {
		return fmt.Errorf("find where %d paths are composed: %w", len(paths), err)
	}
	for _, p := range paths {
		p.ComposedAt = nil
		for i := range search.JointsOf(p.Steps) {
			if !found[0] {
				p.ComposedAt = append(p.ComposedAt, p.Steps[i].To())
			}
			found = found[1:]
		}
	}
	return nil
}

// supportPaths adds the episodes that state every link of each path.
func (s *Service) supportPaths(ctx context.Context, project string, paths []*Path, until time.Time) error {
	sets := make([][]string, len(paths))
	for i, p := range paths {
		sets[i] = []string{}
		for _, step := range p.Steps {
			sets[i] = append(sets[i], step.Link.Key)
		}
	}
	found, err := s.factors.CommonSupport(ctx, project, sets, until, MaxWholeSupport)
	if err != nil {
		return fmt.Errorf("find the episodes of %d whole paths: %w", len(paths), err)
	}
	for i := range paths {
		paths[i].Whole = found[i]
	}
	return nil
}

// MaxWholeSupport is the maximum number of episodes listed for a whole path.
const MaxWholeSupport = 10

// composedWords says where a path is composed.
func composedWords(at []factor.Identity, label int) string {
	return "composed at " + factor.Listed(at, label) + ": no episode and no statement joins the links there"
}

// composedNote says how many factors or links were left out because only composed paths reach them;
// nothing when there are none.
func composedNote(n int, what string) []explain.Sentence {
	if n == 0 {
		return nil
	}
	return []explain.Sentence{explain.Note(fmt.Sprintf("Left out: %s that only composed paths reach; ask with composed: true to see them.", explain.Count(n, what)))}
}

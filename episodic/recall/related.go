package recall

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
)

// The limits of following links and references from the first hits.
const (
	// MaxRelated is the maximum number of related episodes.
	MaxRelated = 50
	// relatedHits is the number of hits to follow.
	relatedHits = 10
	// relatedBridges is the number of links, and of references, that one step follows.
	relatedBridges = 200
	// relatedMiddles is the number of reached episodes from which the second step starts.
	relatedMiddles = 20
	// secondStep is the weight of a second step relative to a first one.
	secondStep = .4
	// A reference is too common to follow if more episodes than this mention it, or more than this
	// share of all.
	commonMentions = 5
	commonShare    = .05
)

// related returns the episodes connected to the first hits, strongest first, as many as wanted: in
// one or two steps, by links between occurrences and by references that few episodes mention. It
// returns neither hits nor the episode that they are like.
func (s *Service) related(ctx context.Context, project, like string, want int, hits []Hit) ([]Related, error) {
	if want == 0 || len(hits) == 0 {
		return nil, nil
	}
	episodes, err := s.store.CountEpisodes(ctx, episodic.EpisodeQuery{Project: project})
	if err != nil {
		return nil, fmt.Errorf("count the episodes of %s: %w", project, err)
	}
	w := newWalk(hits, like, episodes)
	for step := range 2 {
		bridges, err := s.store.ListBridges(ctx, project, w.at(), w.maxMentions(), relatedBridges)
		if err != nil {
			return nil, fmt.Errorf("list what joins the episodes found in %s: %w", project, err)
		}
		w.take(step, bridges)
	}
	return s.withStored(ctx, project, w.strongest(want))
}

// withStored adds the stored episodes and leaves out those no longer in the store.
func (s *Service) withStored(ctx context.Context, project string, found []Related) ([]Related, error) {
	ids := make([]string, len(found))
	for i, r := range found {
		ids[i] = r.Episode
	}
	stored, err := episodic.PresentEpisodes(ctx, s.store, project, ids)
	if err != nil {
		return nil, err
	}
	var present []Related
	for _, r := range found {
		var ok bool
		if r.Stored, ok = stored[r.Episode]; ok {
			present = append(present, r)
		}
	}
	return present, nil
}

// way is one path from a hit along bridges.
type way struct {
	to     string
	weight float64
	steps  []episodic.Bridge
}

// walk follows bridges from the hits. An episode's weight is the sum over the paths that lead to
// it.
type walk struct {
	episodes int
	// known are the hits and the reference episode, which no path may enter.
	known map[string]bool
	// ends are the paths that the next step extends; all are the paths found.
	ends, all []way
}

// newWalk starts at the first hits, each with its share of their score.
func newWalk(hits []Hit, like string, episodes int) *walk {
	w := &walk{episodes: episodes, known: map[string]bool{like: true}}
	for _, h := range hits {
		w.known[h.Episode] = true
	}
	first := hits[:min(relatedHits, len(hits))]
	sum := 0.0
	for _, h := range first {
		sum += max(h.Score, 0)
	}
	for _, h := range first {
		share := 1 / float64(len(first))
		if sum > 0 {
			share = max(h.Score, 0) / sum
		}
		w.ends = append(w.ends, way{to: h.Episode, weight: share})
	}
	return w
}

// maxMentions is the maximum number of episodes that mention a followed reference.
func (w *walk) maxMentions() int {
	return max(commonMentions, int(commonShare*float64(w.episodes)))
}

// at returns the distinct episodes from which the next step starts.
func (w *walk) at() []string {
	var ids []string
	for _, end := range w.ends {
		if !slices.Contains(ids, end.to) {
			ids = append(ids, end.to)
		}
	}
	return ids
}

// take extends every path by the bridges at its end. An episode distributes its weight equally, so
// that a hub contributes little to each neighbor.
func (w *walk) take(step int, bridges []episodic.Bridge) {
	from := map[string][]episodic.Bridge{}
	for _, b := range bridges {
		from[b.From] = append(from[b.From], b)
	}
	damping := 1.0
	if step > 0 {
		damping = secondStep
	}
	var next []way
	for _, end := range w.ends {
		degree := float64(len(from[end.to]))
		for _, b := range from[end.to] {
			if w.known[b.To] {
				continue
			}
			next = append(next, way{
				to: b.To, weight: damping * end.weight * w.weight(b) / degree, steps: append(slices.Clone(end.steps), b),
			})
		}
	}
	w.all = append(w.all, next...)
	w.ends = w.middles(next)
}

// weight is 1 for a link and less for a reference, the more episodes mention it.
func (w *walk) weight(b episodic.Bridge) float64 {
	if b.Relation != "" {
		return 1
	}
	all := float64(max(w.episodes, b.Mentions))
	return math.Log(1+all/float64(b.Mentions)) / math.Log(1+all)
}

// middles keeps the paths to the episodes with the greatest weight.
func (w *walk) middles(ways []way) []way {
	reached := gathered(ways)
	kept := map[string]bool{}
	for _, r := range reached[:min(relatedMiddles, len(reached))] {
		kept[r.Episode] = true
	}
	return slices.DeleteFunc(slices.Clone(ways), func(end way) bool { return !kept[end.to] })
}

// strongest returns the episodes with the greatest weight.
func (w *walk) strongest(want int) []Related {
	reached := gathered(w.all)
	return reached[:min(want, len(reached))]
}

// gathered groups the paths by episode, strongest episode first, ties by id. Steps are those of the
// strongest path.
func gathered(ways []way) []Related {
	at := map[string]int{}
	var reached []Related
	var best []float64
	for _, end := range ways {
		i, known := at[end.to]
		if !known {
			i = len(reached)
			at[end.to] = i
			reached, best = append(reached, Related{Episode: end.to}), append(best, -1)
		}
		reached[i].Weight += end.weight
		if end.weight > best[i] {
			best[i], reached[i].Steps = end.weight, end.steps
		}
	}
	slices.SortFunc(reached, func(a, b Related) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(a.Episode, b.Episode))
	})
	return reached
}

package causaltest

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/causal/search"
)

// FindJoined implements [layer.PathSearcher] for links that meet in an episode that states both.
func (m *Memory) FindJoined(_ context.Context, _ string, joints []search.Joint, _ time.Time) ([]bool, error) {
	out := make([]bool, len(joints))
	for i, j := range joints {
		out[i] = m.Supports == nil || len(m.stating([]string{j.First.Link.Key, j.Second.Link.Key})) > 0
	}
	return out, nil
}

// CommonSupport implements [layer.PathSearcher].
func (m *Memory) CommonSupport(_ context.Context, _ string, sets [][]string, _ time.Time, limit int) ([]search.CommonSupport, error) {
	out := make([]search.CommonSupport, len(sets))
	for i, set := range sets {
		all := m.stating(set)
		out[i] = search.CommonSupport{Episodes: all[:min(len(all), limit)], Total: len(all)}
	}
	return out, nil
}

// stating returns the episodes that state every one of some links.
func (m *Memory) stating(links []string) []string {
	var out []string
	for _, episode := range slices.Sorted(maps.Keys(m.Supports)) {
		if !slices.ContainsFunc(links, func(key string) bool { return !slices.Contains(m.Supports[episode], key) }) {
			out = append(out, episode)
		}
	}
	return out
}

package search

import "slices"

// Distances returns the distance in links from the nearest start to every node in reach, by
// breadth-first search. next has the nodes that one link leads to.
func Distances[K comparable](starts []K, next map[K][]K) map[K]int {
	out := make(map[K]int, len(next))
	for _, node := range starts {
		out[node] = 0
	}
	for queue := slices.Clone(starts); len(queue) > 0; queue = queue[1:] {
		for _, far := range next[queue[0]] {
			if _, seen := out[far]; !seen {
				out[far] = out[queue[0]] + 1
				queue = append(queue, far)
			}
		}
	}
	return out
}

package neo4jstore

import (
	"slices"
	"time"

	"github.com/causeway-memory/causeway/causal"
)

// pairParams are the parameters of statements over pairs of factors; pairs are numbered.
func pairParams(project string, pairs []causal.Pair, until time.Time) params {
	rows := make([]params, len(pairs))
	for i, p := range pairs {
		rows[i] = pairRow(p)
		rows[i]["number"] = i
	}
	return params{"project": project, "pairs": rows, "until": timeOrNull(until)}
}

func pairRow(p causal.Pair) params {
	return params{
		"source": p.Source.Key(), "sourceVariable": p.Source.Variable, "sourceClosed": p.SourceClosed,
		"target": p.Target.Key(), "targetVariable": p.Target.Variable, "targetClosed": p.TargetClosed,
	}
}

// closed reports whether every episode tells the states of both variables.
func closed(p causal.Pair) bool { return p.SourceClosed && p.TargetClosed }

func anyClosed(pairs []causal.Pair) bool { return slices.ContainsFunc(pairs, closed) }

// fillClosed counts, for pairs of closed variables, the episodes with neither factor: all the
// others.
func fillClosed(pairs []causal.Pair, counts []causal.PairCounts, total int) {
	for i, p := range pairs {
		if closed(p) {
			counts[i].N00 = total - counts[i].N11 - counts[i].N10 - counts[i].N01
		}
	}
}

package estimation

import (
	"github.com/causeway-memory/causeway/episodic"
)

const (
	// togetherRelations is the most relations chosen by trying all combinations. More are chosen one
	// after the other, in that many rounds.
	togetherRelations = 3
	choiceRounds      = 3
	// mostChosen is how many relations are chosen by likelihood; with more, nearly every combination
	// of parents occurs only once. choiceWork bounds the work of choosing: rows times parents times
	// fits.
	mostChosen = 12
	choiceWork = 400_000
	// clearly is how much the log-likelihood must improve to change a choice.
	clearly = 1e-3
)

// choose finds the relations of the parents without one. It begins with what the shares suggest,
// and changes what increases the likelihood.
func (l *likelihood) choose() {
	var free []int
	for i := range l.parents {
		if l.relation[i] == "" {
			free = append(free, i)
			l.relation[i] = l.suggested(i)
		}
	}
	if len(free) == 0 || l.n == 0 {
		return
	}
	if len(free) > mostChosen || len(l.rows)*len(l.parents)*len(free) > choiceWork {
		return
	}
	best := l.maximize()
	if len(free) <= togetherRelations {
		l.chooseTogether(free, &best)
		return
	}
	for range choiceRounds {
		before := best
		for i := range free {
			l.chooseTogether(free[i:i+1], &best)
		}
		if best-before < clearly {
			return
		}
	}
}

// suggested is the relation that the shares with and without a parent suggest.
func (l *likelihood) suggested(parent int) episodic.Relation {
	var with, without NoisyRow
	for _, r := range l.rows {
		side := &without
		if r.On[parent] {
			side = &with
		}
		side.N += r.N
		side.Happened += r.Happened
	}
	if with.Happened*without.N < without.Happened*with.N {
		return episodic.RelationPrevents
	}
	return episodic.RelationCauses
}

// chooseTogether tries all combinations of the relations of some parents and keeps the best.
func (l *likelihood) chooseTogether(free []int, best *float64) {
	kept := make([]episodic.Relation, len(free))
	for i, p := range free {
		kept[i] = l.relation[p]
	}
	relations := []episodic.Relation{episodic.RelationCauses, episodic.RelationPrevents, episodic.RelationEnables}
	combinations := 1
	for range free {
		combinations *= len(relations)
	}
	for c := range combinations {
		for _, p := range free {
			l.relation[p] = relations[c%len(relations)]
			c /= len(relations)
		}
		if reached := l.maximize(); reached > *best+clearly {
			*best = reached
			for i, p := range free {
				kept[i] = l.relation[p]
			}
		}
	}
	for i, p := range free {
		l.relation[p] = kept[i]
	}
}

package estimation

import (
	"sync"

	"github.com/causeway-memory/causeway/causal/inference"
)

// Learned is a causal graph with tables learned from a sample. It counts each table on first use.
// It is safe for concurrent use.
type Learned struct {
	sample Sample
	graph  Graph
	fit    func(column int, parents []int) *Counts

	mu     sync.Mutex
	tables []*Counts
}

// Learn fits the tables of a graph over the columns of a sample, which must not change afterwards.
// A column with a single state is left out wherever it is a parent; a question about it has no
// answer.
func Learn(s Sample, g Graph) *Learned {
	return LearnBy(s, g, func(column int, parents []int) *Counts { return FitTable(s, column, parents) })
}

// LearnBy is Learn with tables from fit, which returns what [FitTable] would and may cache them.
func LearnBy(s Sample, g Graph, fit func(column int, parents []int) *Counts) *Learned {
	kept := Graph{Parents: make([][]int, len(g.Parents))}
	for c, parents := range g.Parents {
		for _, p := range parents {
			if s.Columns[p].States > 1 {
				kept.Parents[c] = append(kept.Parents[c], p)
			}
		}
	}
	return &Learned{sample: s, graph: kept, fit: fit, tables: make([]*Counts, len(g.Parents))}
}

// Table returns the counts of a column by its parents.
func (l *Learned) Table(column int) *Counts {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.tables[column] == nil {
		l.tables[column] = l.fit(column, l.graph.Parents[column])
	}
	return l.tables[column]
}

// part is the part of the graph that a question depends on, as a network.
type part struct {
	network *inference.Network
	nodes   []inference.Node
	// columns are the columns of the nodes, tables their counts.
	columns []int
	tables  []*Counts
	query   inference.Query
	// n is the least number of rows behind any of the tables, chosen the number of rows that tell the
	// target and have the states set on which it depends.
	n, chosen int
}

// part makes the network of the target, the given columns and their ancestors under an
// intervention. Columns that are set have no parents.
func (l *Learned) part(q Question, limits inference.Limits) (part, error) {
	from := []int{q.Target}
	for c := range q.Given {
		from = append(from, c)
	}
	isSet := func(c int) bool { _, ok := q.Do[c]; return ok }
	p := part{n: l.sample.Rows, query: inference.Query{Seen: map[int]int{}, Do: map[int]int{}, Limits: limits}}
	node := map[int]int{}
	for c, needed := range l.graph.Ancestors(from, isSet) {
		if needed && l.sample.Columns[c].States > 1 {
			node[c] = len(p.columns)
			p.columns = append(p.columns, c)
		}
	}
	p.nodes = make([]inference.Node, len(p.columns))
	for i, c := range p.columns {
		var parents []int
		if !isSet(c) {
			parents = l.graph.Parents[c]
		}
		counts := l.constant(c)
		if !isSet(c) {
			counts = l.Table(c)
			p.n = min(p.n, counts.N)
		}
		p.nodes[i] = inference.Node{States: counts.States, Mechanism: counts}
		for _, u := range parents {
			p.nodes[i].Parents = append(p.nodes[i].Parents, node[u])
		}
		p.tables = append(p.tables, counts)
	}
	set := map[int]int{}
	for c, state := range q.Do {
		if i, ok := node[c]; ok {
			p.query.Do[i], set[c] = state, state
		}
	}
	p.chosen = Observe(l.sample, Question{Target: q.Target, State: q.State, Do: set}).N
	for c, state := range q.Given {
		if i, ok := node[c]; ok && !isSet(c) {
			p.query.Seen[i] = state
		}
	}
	p.query.Target = node[q.Target]
	var err error
	p.network, err = inference.NewNetwork(p.nodes)
	return p, err
}

// constant is a table for a column that is set. Its probabilities are never used.
func (l *Learned) constant(column int) *Counts {
	return FitTable(Sample{Columns: l.sample.Columns[column : column+1 : column+1]}, 0, nil)
}

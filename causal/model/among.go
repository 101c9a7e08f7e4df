package model

import (
	"github.com/causeway-memory/causeway/causal/estimation"
)

// Among is the model of the episodes that know all the columns: the same graph, with other counts.
func (m *Model) Among(columns []int) *Model {
	out := &Model{Derivation: m.Derivation, Narrow: m.Narrow, Doubted: m.Doubted, RestsOn: m.RestsOn, DoubtedEffect: m.DoubtedEffect, modelContent: &modelContent{
		Status: m.Status, Reason: m.Reason, Variables: m.Variables, Column: m.Column, Row: map[string]int{},
		Graph: m.Graph, Edges: m.Edges, Looked: m.Looked, Passed: m.Passed, Aside: m.Aside, Unordered: m.Unordered, Backward: m.Backward, Observed: m.Observed, fits: newModelFits(),
	}}
	var rows []int
	for row, id := range m.Episodes {
		if m.knows(row, columns) {
			out.Row[id] = len(rows)
			out.Episodes = append(out.Episodes, id)
			rows = append(rows, row)
		}
	}
	out.Sample.Rows = len(rows)
	for _, c := range m.Sample.Columns {
		out.Sample.Columns = append(out.Sample.Columns, c.Among(rows))
	}
	for _, u := range m.Untold {
		out.Untold = append(out.Untold, Untold{u.Name, u.Pooled, u.Column.Among(rows)})
	}
	return out
}

// knows reports whether a row knows all the columns.
func (m *Model) knows(row int, columns []int) bool {
	for _, c := range columns {
		if m.Sample.Columns[c].Of[row] == estimation.Unknown {
			return false
		}
	}
	return true
}

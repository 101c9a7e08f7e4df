package model

// Among is the model of the episodes that know all the columns: the same graph, with other counts.
func (m *Model) Among(columns []int) *Model {
	out := &Model{Derivation: m.Derivation, Narrow: m.Narrow, Doubted: m.Doubted, RestsOn: m.RestsOn, DoubtedEffect: m.DoubtedEffect, modelContent: &modelContent{
		Status: m.Status, Reason: m.Reason, Variables: m.Variables, Column: m.Column, Row: map[string]int{},
		Graph: m.Graph, Edges: m.Edges, Looked: m.Looked, Passed: m.Passed, Aside: m.Aside, Unordered: m.Unordered, Backward: m.Backward, Observed: m.Observed, fits: newModelFits(),
	}}
	rows := m.Sample.CompleteRows(columns)
	for at, row := range rows {
		out.Row[m.Episodes[row]] = at
		out.Episodes = append(out.Episodes, m.Episodes[row])
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

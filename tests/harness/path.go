package harness

// PathQuery asks for paths between two occurrences.
const PathQuery = `query($project: String!, $from: String!, $to: String!, $maxDepth: Int! = 100, $mode: PathMode! = SHORTEST, $bases: [Basis!], $first: Int! = 1000) {
  causalPath(project: $project, from: $from, to: $to, mode: $mode, maxDepth: $maxDepth, filter: {bases: $bases}, first: $first) {
    status
    from { total ambiguous matches { key } }
    to { total }
    paths { length bases from { key } to { key } hops { from { key } to { key } link { relation basis episode { key } } } }
  }
}`

// PathAnswer is the answer to [PathQuery].
type PathAnswer struct {
	Status string
	From   struct {
		Total     int
		Ambiguous bool
		Matches   []struct{ Key string }
	}
	To    struct{ Total int }
	Paths []FoundPath
}

// FoundPath is one path of an answer.
type FoundPath struct {
	Length   int
	Bases    []string
	From, To struct{ Key string }
	Hops     []struct {
		From, To struct{ Key string }
		Link     struct {
			Relation, Basis string
			Episode         struct{ Key string }
		}
	}
}

// Keys are those of its occurrences, from end to end.
func (f FoundPath) Keys() []string {
	out := []string{f.From.Key}
	for _, h := range f.Hops {
		out = append(out, h.To.Key)
	}
	return out
}

// Path asks [PathQuery].
func (p *Project) Path(v Vars) PathAnswer {
	p.T.Helper()
	return Get[struct{ CausalPath PathAnswer }](p, PathQuery, v).CausalPath
}

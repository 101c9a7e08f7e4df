package search

// Joint is where two steps of a path follow each other: First ends at the factor where Second begins.
type Joint struct{ First, Second Step }

// JointName names a joint: its links, and which of them are followed from target to source.
type JointName struct {
	First, Second         string
	FirstBack, SecondBack bool
}

// Name is the name of the joint. Joints of different paths with one name are the same.
func (j Joint) Name() JointName {
	return JointName{j.First.Link.Key, j.Second.Link.Key, j.First.Back, j.Second.Back}
}

// Stated reports whether somebody stated one of the links between the factors themselves. Such a
// link holds in every episode, so it meets whatever comes before and after it.
func (j Joint) Stated() bool { return j.First.Link.Statements > 0 || j.Second.Link.Statements > 0 }

// Support is the number of episodes that a store looks at to tell whether the links meet: those that
// state the rarer one, none where a statement joins them.
func (j Joint) Support() int {
	if j.Stated() {
		return 0
	}
	return min(j.First.Link.Evidence.Total(), j.Second.Link.Evidence.Total())
}

// JointsOf returns the joints along a path.
func JointsOf(steps []Step) []Joint {
	var out []Joint
	for i := range len(steps) - 1 {
		out = append(out, Joint{steps[i], steps[i+1]})
	}
	return out
}

// CommonSupport are the episodes that state every link of a path: the first by id, and how many
// there are.
type CommonSupport struct {
	Episodes []string
	Total    int
}

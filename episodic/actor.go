package episodic

import "slices"

// Actors returns who acts in an episode, each once, in alphabetical order.
func (e Episode) Actors() []string {
	var out []string
	add := func(name string) {
		if name != "" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	for _, d := range e.Decisions {
		add(d.Actor)
	}
	for _, v := range e.Events {
		add(v.Actor)
	}
	slices.Sort(out)
	return out
}

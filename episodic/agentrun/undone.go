package agentrun

import (
	"slices"
	"strings"
)

// maxUndone is the number of changes that one decision has among its options because they were undone.
const maxUndone = 5

// undone returns for each call that changes a file, by its number, the changes of this file before it that were
// undone: by an edit that puts back what the first took away, or by a command that takes the state of the
// repository. The undoing itself is no option.
func (m *mapping) undone() map[int][]string {
	out := map[int][]string{}
	// changes are those of each file that stand, gone those that were undone since the last change that stands.
	changes, gone := map[string][]int{}, map[string][]int{}
	for k, c := range m.calls {
		if c.failed || c.decision < 0 {
			continue
		}
		for _, file := range c.restores(changes) {
			gone[file] = append(gone[file], changes[file]...)
			delete(changes, file)
		}
		if c.file == "" || len(c.programs) > 0 {
			continue
		}
		if at := slices.IndexFunc(changes[c.file], func(i int) bool { return m.calls[i].undoneBy(c.call) }); at >= 0 {
			gone[c.file] = append(gone[c.file], changes[c.file][at])
			changes[c.file] = slices.Delete(changes[c.file], at, at+1)
			continue
		}
		for _, i := range gone[c.file][max(0, len(gone[c.file])-maxUndone):] {
			out[k] = append(out[k], m.episode.Decisions[m.calls[i].decision].Chosen)
		}
		delete(gone, c.file)
		changes[c.file] = append(changes[c.file], k)
	}
	return out
}

// undoneBy reports whether an edit puts back exactly what this one replaced.
func (c call) undoneBy(next call) bool {
	from, to := c.replaced()
	back, again := next.replaced()
	return from != to && to != "" && back == to && again == from
}

// replaced returns what an edit takes away and what it puts there; both are empty for other calls.
func (c call) replaced() (from, to string) {
	from, _ = firstText(c.args.named, "old_string", "old_str", "oldString")
	to, is := firstText(c.args.named, "new_string", "new_str", "newString")
	if !is {
		return "", ""
	}
	return from, to
}

func firstText(named map[string]any, names ...string) (string, bool) {
	for _, name := range names {
		if s, is := named[name].(string); is {
			return s, true
		}
	}
	return "", false
}

// restores returns the changed files of which a command takes the state of the repository instead.
func (c call) restores(changes map[string][]int) []string {
	var out []string
	for file := range changes {
		if slices.ContainsFunc(c.programs, func(p command) bool { return p.restores(file) }) {
			out = append(out, file)
		}
	}
	return out
}

// restores reports whether a program takes the state of the repository for a file.
func (c command) restores(file string) bool {
	switch c.name() {
	case "git checkout", "git restore":
		return slices.ContainsFunc(c.words[1:], func(w string) bool { return w == "." || w == file || sameFile(w, file) })
	case "git reset":
		return slices.Contains(c.words, "--hard")
	case "git stash":
		i := slices.Index(c.words, "stash")
		return i == len(c.words)-1 || c.words[i+1] == "push" || strings.HasPrefix(c.words[i+1], "-")
	}
	return false
}

package patterns

import "github.com/causeway-memory/causeway/episodic"

// DefinitionProblems lists what keeps a definition from being added under a name.
func DefinitionProblems(name string, d Definition) []episodic.Problem {
	var c checking
	c.name("name", name)
	return append(c.found, d.problems()...)
}

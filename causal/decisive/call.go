package decisive

import (
	"encoding/json"
	"strings"

	"github.com/causeway-memory/causeway/episodic/agentrun"
)

// toldCall is what was done, read as the call of a tool: "tool(name: value, name: value)", or "tool: command", as importers give calls of programs.
type toldCall struct {
	// tool is what was called; empty for other words.
	tool string
	// arguments stand between the brackets; whole says that these were closed. A command has none.
	arguments string
	brackets  bool
	whole     bool
}

// callOf reads what was done.
func callOf(done string) toldCall {
	if tool, rest, found := strings.Cut(done, "("); found && isName(tool) {
		c := toldCall{tool: tool, brackets: true}
		c.arguments, c.whole = strings.CutSuffix(rest, ")")
		return c
	}
	if tool, _, found := strings.Cut(done, ": "); found && isName(tool) {
		return toldCall{tool: tool}
	}
	return toldCall{}
}

// isName reports whether a text can be the name of a tool.
func isName(tool string) bool { return tool != "" && !strings.ContainsAny(tool, " \n") }

// kind is what calls of the tool with arguments of this shape have in common; empty for commands and other words, and for calls that are cut off.
func (c toldCall) kind() string {
	if !c.whole {
		return ""
	}
	arguments := map[string]string{}
	for _, one := range strings.Split(c.arguments, ", ") {
		if name, value, named := strings.Cut(one, ": "); named {
			arguments[strings.TrimSpace(name)] = value
		}
	}
	told, err := json.Marshal(arguments)
	if err != nil {
		return ""
	}
	return agentrun.Describe(c.tool, string(told)).Kind
}

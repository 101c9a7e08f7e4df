package agentrun

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/causeway-memory/causeway/internal/text"
)

// effect says what a call does.
type effect int

const (
	// effectChanges changes something: a decision. A call without an effect changes nothing, or is not
	// known to.
	effectChanges effect = iota + 1
	effectTests
	effectCommits
	// effectHandsOff gives work to somebody else.
	effectHandsOff
)

// call is a step of [KindCall], understood.
type call struct {
	Step

	number int
	args   arguments
	effect effect
	// file is what it reads or writes, label what calls of different runs have in common, programs
	// the programs of a command.
	file     string
	label    string
	programs []command
	// tested says that one of them runs tests.
	tested bool
}

// understand reads what a call does.
func understand(s Step, number int) call {
	c := call{Step: s, number: number, args: parseArguments(s.Arguments)}
	switch tool := strings.ToLower(s.Tool); {
	case isShell(tool):
		c.shell()
	case isEditor(tool):
		c.editor(tool)
	default:
		c.other()
	}
	return c
}

func isShell(tool string) bool {
	return slices.Contains([]string{
		"bash", "shell", "sh", "local_shell", "local_shell_call", "exec_command", "container.exec", "run", "run_command", "terminal", "execute_bash", "cmd_run",
		"execute_command", "run_in_terminal", "unified_exec", "run_terminal_cmd", "shell_command", "run_shell_command",
	}, tool)
}

func isEditor(tool string) bool {
	return slices.Contains([]string{
		"edit", "multiedit", "write", "notebookedit", "str_replace_editor", "str_replace_based_edit_tool", "apply_patch", "create_file", "edit_file", "write_file",
		"delete_file", "search_replace", "patch", "create", "insert", "replace", "file_editor",
	}, tool)
}

// shell understands a line for a shell by its programs.
func (c *call) shell() {
	line := c.args.command()
	c.programs = commands(line)
	main := command{program: "shell"}
	if len(c.programs) > 0 {
		main = c.programs[0]
	}
	for _, does := range []struct {
		effect effect
		is     func(command) bool
	}{{effectChanges, command.changes}, {effectCommits, command.commits}, {effectTests, command.tests}} {
		if i := slices.IndexFunc(c.programs, does.is); i >= 0 {
			main, c.effect = c.programs[i], does.effect
			break
		}
	}
	c.tested = slices.ContainsFunc(c.programs, command.tests)
	if main.program == "apply_patch" || strings.HasPrefix(strings.TrimSpace(line), "*** Begin Patch") {
		c.effect = effectChanges
		if files := patched(line); len(files) > 0 {
			c.file = files[0]
		}
		c.label = "change of " + cmp.Or(fileKind(c.file), "file")
		return
	}
	c.label = "command: " + main.name()
}

// editor understands a call of a tool for files.
func (c *call) editor(tool string) {
	c.file = c.args.file()
	kind := "file"
	if c.file != "" {
		kind = fileKind(c.file)
	}
	if does := c.args.first("command"); (strings.HasPrefix(tool, "str_replace") || tool == "file_editor") && does == "view" {
		c.label = "read of " + kind
		return
	}
	c.effect, c.label = effectChanges, "change of "+kind
}

// verbs are first words of tools that change something.
func verbs() []string {
	return []string{
		"book", "cancel", "send", "update", "create", "delete", "remove", "add", "set", "write", "edit", "insert", "replace", "modify", "move", "rename", "post", "put", "patch",
		"save", "upload", "publish", "deploy", "merge", "close", "reopen", "assign", "commit", "push", "apply", "install", "uninstall", "exchange", "return", "pay", "refund", "submit", "approve", "reject",
	}
}

// other understands a call of any other tool by the first word of its name.
func (c *call) other() {
	name := c.Tool
	if i := strings.LastIndex(name, "__"); i >= 0 {
		name = name[i+2:]
	}
	words := nameWords(name)
	c.file = c.args.file()
	c.label = text.OneLine(c.Tool)
	first := append(words, "")[0]
	switch low := strings.ToLower(name); {
	case slices.Contains([]string{"task", "agent", "spawn_agent"}, low) || slices.Contains([]string{"transfer", "handoff", "delegate"}, first):
		c.effect = effectHandsOff
	case slices.Contains([]string{"update_plan", "todowrite", "write_todos"}, low): // a plan changes nothing
	case slices.Contains(verbs(), first):
		c.effect = effectChanges
	case c.file != "" && (first == "read" || first == "view" || first == "open"):
		c.label = "read of " + fileKind(c.file)
	}
}

// nameWords splits the name of a tool at its marks and capitals, in lower case.
func nameWords(name string) []string {
	var out []string
	for _, part := range strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		start := 0
		for i, r := range part {
			if i > start && unicode.IsUpper(r) {
				out = append(out, strings.ToLower(part[start:i]))
				start = i
			}
		}
		out = append(out, strings.ToLower(part[start:]))
	}
	return out
}

// inWords says what was called with what, in one line of at most n characters.
func (c call) inWords(n int) string {
	if len(c.programs) > 0 {
		return text.Shorten(c.Tool+": "+text.OneLine(c.args.command()), n)
	}
	return text.Shorten(text.OneLine(c.Tool)+"("+c.args.inWords(n)+")", n)
}

// subject says what a decision was about.
func (c call) subject() string {
	switch {
	case len(c.programs) > 0 && c.file == "":
		return c.label
	case c.file != "":
		return text.Shorten(text.OneLine("change of "+c.file), 200)
	default:
		return c.label
	}
}

// factor is the name under which decisions of different runs are counted: a variable and a state.
func (c call) factor() string {
	state := c.args.shape()
	switch {
	case isEditor(strings.ToLower(c.Tool)):
		state = c.Tool
	case len(c.programs) > 0:
		state = "run"
	}
	return strings.ReplaceAll(c.label, "=", "-") + "=" + cmp.Or(text.OneLine(state), "done")
}

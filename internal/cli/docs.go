package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// newDocs prints docs/command-line.md. Cobra's own generator repeats all settings under every
// command; this page refers to them once.
func newDocs(c *command) *cobra.Command {
	return &cobra.Command{
		Use:     "docs",
		Short:   "Print the page about the command line",
		Long:    "docs prints docs/command-line.md, which a test compares with the commands.",
		Example: "  causeway docs > command-line.md",
		Hidden:  true,
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			writePage(c.out, cmd.Root())
			return nil
		},
	}
}

func writePage(w io.Writer, root *cobra.Command) {
	fmt.Fprintf(w, "# The command line\n\n")
	fmt.Fprintf(w, "`causeway docs` wrote this page. Every command also takes the settings of\n[operations.md](operations.md) as flags, and `--help`.\n\n")
	fmt.Fprintf(w, "%s\n", root.Long)
	fmt.Fprintf(w, "\n## Exit codes\n\nEvery command ends with one of these codes:\n\n| code | means | when |\n|---|---|---|\n")
	for _, e := range exits() {
		fmt.Fprintf(w, "| %d | %s | %s |\n", e.code, e.means, e.otherwise)
	}
	writeCommands(w, root)
}

func writeCommands(w io.Writer, parent *cobra.Command) {
	for _, cmd := range parent.Commands() {
		if cmd.Hidden {
			continue
		}
		writeCommand(w, cmd)
		writeCommands(w, cmd)
	}
}

func writeCommand(w io.Writer, cmd *cobra.Command) {
	level := strings.Repeat("#", 1+strings.Count(cmd.CommandPath(), " "))
	fmt.Fprintf(w, "\n%s %s\n\n%s.\n\n%s\n", level, cmd.CommandPath(), cmd.Short, markdown(cmd.Long))
	usage := strings.TrimSuffix(cmd.UseLine(), " [flags]")
	fmt.Fprintf(w, "\nUsage: `%s`\n", usage)
	writeFlags(w, cmd)
	fmt.Fprintf(w, "\nExamples:\n\n")
	for line := range strings.Lines(cmd.Example) {
		fmt.Fprintf(w, "    %s\n", strings.TrimSpace(line))
	}
}

// markdown turns the indented blocks of a text, which are commands, into code blocks.
func markdown(text string) string {
	var out strings.Builder
	for line := range strings.Lines(strings.TrimSpace(text)) {
		if command, moved := strings.CutPrefix(line, "\t"); moved {
			line = "    " + command
		}
		out.WriteString(line)
	}
	return out.String()
}

// writeFlags lists the flags of a command that are not settings: its own, and those inherited
// from a parent below the root.
func writeFlags(w io.Writer, cmd *cobra.Command) {
	first := true
	list := func(flag *pflag.Flag) {
		if flag.Hidden || flag.Name == "help" || cmd.Root().PersistentFlags().Lookup(flag.Name) == flag {
			return
		}
		if first {
			fmt.Fprintf(w, "\n| flag | default | meaning |\n|---|---|---|\n")
			first = false
		}
		value := ""
		if !slices.Contains([]string{"", "[]", "0", "false"}, flag.DefValue) {
			value = "`" + flag.DefValue + "`"
		}
		fmt.Fprintf(w, "| `--%s` | %s | %s |\n", flag.Name, value, strings.ReplaceAll(flag.Usage, "|", "\\|"))
	}
	cmd.LocalFlags().VisitAll(list)
	cmd.InheritedFlags().VisitAll(list)
}

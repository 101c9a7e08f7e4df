package cli

import (
	"strings"

	"github.com/spf13/cobra"
)

// describeShells gives cobra's own commands, help and completion, the texts that every command
// has, and keeps completion for the three shells it is tested with.
func describeShells(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		switch cmd.Name() {
		case "help":
			cmd.Example = "  causeway help ask path\n  causeway help settings"
			cmd.Run, cmd.RunE = nil, func(cmd *cobra.Command, args []string) error {
				found, rest, err := cmd.Root().Find(args)
				if err != nil || len(rest) > 0 {
					return noSuchCommand(found, strings.Join(rest, " "))
				}
				return found.Help()
			}
		case "completion":
			cmd.Args = subcommands
			cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
			describeCompletion(cmd)
		}
	}
}

func describeCompletion(completion *cobra.Command) {
	completion.Short = "Write the completion script for a shell"
	completion.Long = "completion writes a script for bash, zsh or fish that completes commands, flags, the values of enum flags, and\n" +
		"the projects of the running service."
	completion.Example = "  source <(causeway completion bash)\n  causeway completion zsh > _causeway\n  causeway completion fish > causeway.fish"
	for _, shell := range completion.Commands() {
		switch shell.Name() {
		case "bash":
			shell.Long = "bash writes the completion script for bash. Source it in the current shell, or save it where the package\n" +
				"bash-completion looks for scripts, so that every new shell loads it."
			shell.Example = "  source <(causeway completion bash)"
		case "zsh":
			shell.Long = "zsh writes the completion script for zsh. Saved as _causeway in a folder of fpath, it is loaded by every new\n" +
				"shell that calls compinit."
			shell.Example = "  causeway completion zsh > _causeway"
		case "fish":
			shell.Long = "fish writes the completion script for fish. Saved as causeway.fish in the folder completions of the\n" +
				"configuration of fish, it is loaded by every new shell."
			shell.Example = "  causeway completion fish > causeway.fish"
		default:
			completion.RemoveCommand(shell)
		}
	}
}

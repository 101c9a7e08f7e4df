package cli

import (
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
			cmd.Example = "  causeway help ask path"
		case "completion":
			cmd.Args = arguments(cobra.NoArgs)
			cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
			describeCompletion(cmd)
		}
	}
}

func describeCompletion(completion *cobra.Command) {
	completion.Short = "Write the completion script of a shell"
	completion.Long = "completion writes a script for bash, zsh or fish that completes commands, flags, the words that a flag\n" +
		"takes, and the projects of the service that runs."
	completion.Example = "  source <(causeway completion bash)\n  causeway completion zsh > _causeway\n  causeway completion fish > causeway.fish"
	for _, shell := range completion.Commands() {
		switch shell.Name() {
		case "bash":
			shell.Long = "bash writes the completion script of bash. A shell that reads it completes from then on; in the folder where\n" +
				"the package bash-completion looks for scripts every new shell does."
			shell.Example = "  source <(causeway completion bash)"
		case "zsh":
			shell.Long = "zsh writes the completion script of zsh. Under the name _causeway in a folder of fpath every new shell reads\n" +
				"it, once compinit has been called."
			shell.Example = "  causeway completion zsh > _causeway"
		case "fish":
			shell.Long = "fish writes the completion script of fish. Under the name causeway.fish in the folder completions of fish's\n" +
				"configuration every new shell reads it."
			shell.Example = "  causeway completion fish > causeway.fish"
		default:
			completion.RemoveCommand(shell)
		}
	}
}

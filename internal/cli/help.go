package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// shortenHelp keeps the settings, which every command takes as flags, out of the help of all commands but config.
// --home and --config stay, and for up those with which most begin.
func shortenHelp(root *cobra.Command) {
	whole := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		if cmd.Name() != "config" {
			hideSettings(cmd)
		}
		whole(cmd, args)
	})
	template := root.UsageTemplate()
	template = strings.Replace(template, "Global Flags:\n", "Settings (`{{.Root.Name}} help settings` describes all):\n", 1)
	root.SetUsageTemplate(template + "{{if not .HasParent}}\n" + exitMeanings() + "{{end}}")
}

// hideSettings hides the settings from the help of a command.
func hideSettings(cmd *cobra.Command) {
	shown := map[string]bool{"home": true, "config": true}
	if cmd.Name() == "up" {
		shown["engines"], shown["http-address"] = true, true
	}
	cmd.Root().PersistentFlags().VisitAll(func(flag *pflag.Flag) { flag.Hidden = flag.Hidden || !shown[flag.Name] })
}

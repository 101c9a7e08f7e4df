package cli

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/causeway-memory/causeway/internal/config"
)

func newConfig(c *command) *cobra.Command {
	var markdown bool
	cmd := &cobra.Command{
		Use:     "config",
		Aliases: []string{"settings"},
		Short:   "Print every setting with the value in force, secrets masked",
		Long: "config prints each setting with its key in the configuration file, its environment variable and its flag. Flags\n" +
			"override the environment, the environment overrides the file, and the file overrides the defaults.",
		Example: "  causeway config\n  CAUSEWAY_GRAPHQL_DEPTH=20 causeway config",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if markdown {
				fmt.Fprint(c.out, config.Table())
				return nil
			}
			cfg, err := c.load(cmd)
			if err != nil {
				return err
			}
			w := tabwriter.NewWriter(c.out, 0, 4, 2, ' ', 0)
			fmt.Fprintln(w, "KEY\tVALUE\tENVIRONMENT\tFLAG")
			for _, s := range config.Settings(cfg) {
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", s.Key, s, s.Env, s.Dashed())
			}
			return w.Flush()
		},
	}
	cmd.Flags().BoolVar(&markdown, "markdown", false, "print the table of defaults for the documentation")
	return cmd
}

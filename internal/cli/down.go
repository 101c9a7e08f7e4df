package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/causeway-memory/causeway/internal/engine"
)

func newDown(c *command) *cobra.Command {
	return &cobra.Command{
		Use:     "down",
		Short:   "Stop the API and the engines",
		Long:    "down stops the causeway that runs with this home folder, and any engines that a killed one left behind. Data stays.",
		Example: "  causeway down",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			cfg, err := c.load(cmd)
			if err != nil {
				return err
			}
			if err := engine.Down(cmd.Context(), cfg.Home); err != nil {
				return err
			}
			fmt.Fprintln(c.out, "causeway is down")
			return nil
		},
	}
}

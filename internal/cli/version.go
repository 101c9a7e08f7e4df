package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/causeway-memory/causeway/internal/app"
)

func newVersion(c *command) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version of causeway",
		Long:    "version prints the version of the module that this program was built from, or the commit.",
		Example: "  causeway version",
		Args:    arguments(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(c.out, "causeway", app.Version())
			return err
		},
	}
}

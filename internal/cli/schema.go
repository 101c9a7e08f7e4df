package cli

import (
	"github.com/spf13/cobra"

	"github.com/causeway-memory/causeway/internal/ingest"
)

func newSchema(c *command) *cobra.Command {
	return &cobra.Command{
		Use:     "schema",
		Short:   "Print the JSON Schema of an episode file",
		Long:    "schema prints what an episode file may hold, for editors and for checks before an import.",
		Example: "  causeway schema > episode.schema.json",
		Args:    arguments(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			_, err := c.out.Write(ingest.EpisodeSchema())
			return err
		},
	}
}

package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/causeway-memory/causeway/internal/app"
)

func newReindex(c *command) *cobra.Command {
	var project string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "reindex",
		Short: "Rebuild the search index of a project from the graph",
		Long: "reindex builds the next generation of a project's index beside the active one, with a new embedding model where\n" +
			"one is learned, and then switches to it. Recall uses the old one meanwhile. An interrupted build is continued.",
		Example: "  causeway reindex --project demo-team\n  causeway reindex --project demo-team --json",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			cfg, err := c.load(cmd)
			if err = errors.Join(err, needProject(project)); err != nil {
				return err
			}
			show, count := c.progress("indexing"), 0
			err = app.Reindex(cmd.Context(), cfg, project, c.logger(cfg), func(done, total int) {
				count = done
				show(done, total)
			})
			if err != nil {
				return err
			}
			if asJSON {
				return writeJSON(c.out, map[string]any{"project": project, "episodes": count})
			}
			fmt.Fprintf(c.out, "%d episodes of project %s are indexed\n", count, project)
			return nil
		},
	}
	cmd.Flags().StringVar(&project, "project", "", "project to index (required)")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the result as JSON")
	(&asking{command: c}).onlyHere(cmd, "run it on the machine of the service, with its home folder; what is written through a service is indexed by it")
	return cmd
}

package cli

import (
	"context"
	"fmt"
	"maps"

	"github.com/spf13/cobra"

	"github.com/causeway-memory/causeway/examples"
	"github.com/causeway-memory/causeway/internal/app"
)

func newDemo(c *command) *cobra.Command {
	var project string
	cmd := &cobra.Command{
		Use:     "demo",
		Short:   "Import the example episodes and answer three questions about them",
		Long:    "demo needs a running service (`causeway up --detach`). Running it again changes nothing.",
		Example: "  causeway demo\n  causeway demo --project scratch",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			cfg, err := c.load(cmd)
			if err != nil {
				return err
			}
			service, err := app.RunningService(cfg.Home)
			if err != nil {
				return err
			}
			client, err := localClient(service, cfg.Client.Token)
			if err != nil {
				return err
			}
			report, err := app.ImportExamples(cmd.Context(), cfg, project, c.logger(cfg), c.progress("importing"))
			if err != nil {
				return err
			}
			t := report.Totals
			fmt.Fprintf(c.out, "%d example episodes in project %s: %d new, %d unchanged.\n", t.Episodes, project, t.Created, t.Unchanged)
			if err := c.answer(cmd.Context(), client, project); err != nil {
				return err
			}
			_, err = fmt.Fprintf(c.out, "\ncauseway goes on running, with GraphiQL at %s/. `causeway ask --help` tells how to ask more, `causeway down` ends it.\n", service.URL)
			return err
		},
	}
	cmd.Flags().StringVar(&project, "project", "demo", "project to import the examples into")
	return cmd
}

// answer asks the worked questions and prints their answers.
func (c *command) answer(ctx context.Context, service *client, project string) error {
	for _, q := range examples.Questions() {
		variables := maps.Clone(q.Variables)
		variables["project"] = project
		var a answer
		if err := service.ask(ctx, q.Query, variables, &a); err != nil {
			return fmt.Errorf("answer the question %q: %w", q.Name, err)
		}
		fmt.Fprintf(c.out, "\n%s\n", q.Asks)
		a.print(&page{w: c.out, notes: c.err, shortened: true})
	}
	return nil
}

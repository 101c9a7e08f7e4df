package cli

import (
	"context"
	"fmt"
	"maps"
	"time"

	"github.com/spf13/cobra"

	"github.com/causeway-memory/causeway/examples"
	"github.com/causeway-memory/causeway/internal/app"
	"github.com/causeway-memory/causeway/internal/config"
)

func newDemo(c *command) *cobra.Command {
	var project string
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Import the example episodes and answer four questions about them",
		Long: "demo needs a running service (`causeway up --detach`). It imports two projects: the story of a payments service (demo),\n" +
			"and half a year of a team of agents whose truth is known (demo-team). Running it again changes nothing.",
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
			reports, err := app.ImportExamples(cmd.Context(), cfg, project, c.logger(cfg), c.progress("importing"))
			if err != nil {
				return err
			}
			for _, r := range reports {
				t := r.Totals
				fmt.Fprintf(c.out, "%d example episodes in project %s: %d new, %d unchanged.\n", t.Episodes, r.Project, t.Created, t.Unchanged)
			}
			if cfg.Embedding.Provider != config.ProviderNone {
				if err := awaitVectors(cmd.Context(), client, project, c.progress("learning vectors")); err != nil {
					return err
				}
			}
			if err := c.answer(cmd.Context(), client, project); err != nil {
				return err
			}
			_, err = fmt.Fprintf(c.out, "\ncauseway goes on running, with its pages for analysts at %s/. `causeway ask --help` tells how to ask more, `causeway down` ends it.\n", service.URL)
			return err
		},
	}
	cmd.Flags().StringVar(&project, "project", "demo", "project to import the story into; the team's has -team after it")
	return cmd
}

// vectorTime is how long the demo waits for vectors while the index of its project does not change at all.
const vectorTime = 2 * time.Minute

// indexState is how far the service is with the search index of a project.
type indexState struct{ Chunks, Embedded, Built, Total int }

// awaitVectors waits until recall can use the vectors that the service learns after an import, for as long as the
// index goes on. Where it stands still for vectorTime, recall answers by words alone and says so.
func awaitVectors(ctx context.Context, service *client, project string, progress func(done, total int)) error {
	var last indexState
	for deadline := time.Now().Add(vectorTime); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		var got struct {
			Project struct{ Index indexState }
		}
		if err := service.ask(ctx, embeddedQuery, map[string]any{"project": project}, &got); err != nil {
			return fmt.Errorf("wait for the vectors of %s: %w", project, err)
		}
		now := got.Project.Index
		if now.Chunks > 0 && now.Embedded == now.Chunks {
			return nil
		}
		if now != last {
			last, deadline = now, time.Now().Add(vectorTime)
		}
		if now.Total > 0 {
			progress(now.Built, now.Total)
		}
	}
	return nil
}

// answer asks the worked questions and prints their answers.
func (c *command) answer(ctx context.Context, service *client, project string) error {
	for _, q := range examples.Questions() {
		variables := maps.Clone(q.Variables)
		variables["project"] = q.Project(project)
		var a answer
		if err := service.ask(ctx, q.Query, variables, &a); err != nil {
			return fmt.Errorf("answer the question %q: %w", q.Name, err)
		}
		fmt.Fprintf(c.out, "\n%s\n", q.Asks)
		a.print(&page{w: c.out, notes: c.err, shortened: true})
	}
	return nil
}

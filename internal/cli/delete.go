package cli

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"
)

func newDelete(c *command) *cobra.Command {
	a := &asking{command: c}
	var f filtering
	var dryRun, expired bool
	cmd := &cobra.Command{
		Use:   "delete [EPISODE]",
		Short: "Take episodes out of every answer; restore brings them back",
		Long: "delete takes an episode out of every answer, and its evidence out of factors, links and patterns. Its content is\n" +
			"kept: `causeway restore` brings it back, `causeway episodes --deleted` lists what is deleted.\n\n" +
			"Without EPISODE it deletes the episodes that meet every filter, one after the other; --dry-run lists them instead.\n" +
			"Interrupted, it goes on when it is run again. Episodes of unknown time meet no --since and no --until.\n" +
			"--expired --dry-run tells what the service itself removes within the hour, by retention.days.",
		Example: "  causeway delete cart-1 --project shop\n  causeway delete cart-2 --project shop --json\n" +
			"  causeway delete --outcome failure --until 2026-03-10 --dry-run --project demo",
		Args: arguments(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch several := f.given(cmd); {
			case expired && (several || len(args) == 1 || !dryRun):
				return usageError{errors.New("--expired goes with --dry-run alone: the service removes by itself what retention.days says")}
			case expired:
				return a.expiring(cmd)
			case len(args) == 1 && (several || dryRun):
				return usageError{errors.New("name an episode, or say with filters which; not both")}
			case len(args) == 1:
				return a.ask(cmd, deleteQuery, map[string]any{"key": args[0]})
			case !several:
				return usageError{errors.New("name an episode, or say with filters which to delete, like --until 2026-01-01")}
			}
			return a.deleteAll(cmd, f, dryRun)
		},
	}
	f.define(cmd)
	cmd.Flags().BoolVar(&dryRun, "dry-run", false, "list what would be deleted, and delete nothing")
	cmd.Flags().BoolVar(&expired, "expired", false, "with --dry-run: what retention removes at its next run")
	a.define(cmd)
	return cmd
}

// expiring says what retention removes at its next run.
func (a *asking) expiring(cmd *cobra.Command) error {
	variables := map[string]any{}
	service, err := a.toAsk(cmd, variables)
	if err != nil {
		return err
	}
	data, err := a.data(cmd.Context(), service, expiringQuery, variables)
	if err != nil {
		return err
	}
	var found struct {
		Project struct {
			Expiring *struct {
				Episodes []string
				Matching int
			}
		}
	}
	if err := unmarshal(data, &found); err != nil {
		return fmt.Errorf("read the answer of %s: %w", service.url, err)
	}
	next := found.Project.Expiring
	switch {
	case a.json:
		fmt.Fprintf(a.out, "%s\n", data)
	case next == nil:
		fmt.Fprintln(a.out, "Episodes are kept without a limit: the service has no retention.days.")
	default:
		for _, key := range next.Episodes {
			fmt.Fprintf(a.out, "  %s\n", key)
		}
		if more := next.Matching - len(next.Episodes); more > 0 {
			fmt.Fprintf(a.out, "  and %d more\n", more)
		}
		fmt.Fprintf(a.out, "%s would be removed at the next run of retention. Dry run: nothing was changed.\n", several(next.Matching, "episode"))
	}
	return nil
}

// deleteAll deletes the episodes that meet a filter, or lists them.
func (a *asking) deleteAll(cmd *cobra.Command, f filtering, dryRun bool) error {
	ctx, variables := cmd.Context(), map[string]any{}
	f.filter(cmd, variables)
	service, err := a.toAsk(cmd, variables)
	if err != nil {
		return err
	}
	data, err := a.pages(ctx, service, episodesQuery, variables, paging{all: true})
	if err != nil {
		return err
	}
	var found answer
	if err := json.Unmarshal(data, &found); err != nil {
		return fmt.Errorf("read the answer of %s: %w", service.url, err)
	}
	if dryRun || found.Episodes == nil || found.Episodes.empty() {
		err := a.answer(ctx, service, data)
		if err == nil && !a.json {
			fmt.Fprintf(a.out, "%s would be deleted.\n", several(len(found.Episodes.Edges), "episode"))
		}
		return err
	}
	deleted, err := a.deleteMatching(cmd, service, variables, len(found.Episodes.Edges))
	if a.json {
		return errors.Join(err, json.NewEncoder(a.out).Encode(map[string]any{"deleted": deleted}))
	}
	fmt.Fprintf(a.out, "%s deleted; `causeway restore` brings each back, `causeway episodes --deleted` lists them.\n", several(len(deleted), "episode"))
	return err
}

// deleteMatching deletes what meets the filter, one call after the other, and returns the keys.
func (a *asking) deleteMatching(cmd *cobra.Command, service *client, variables map[string]any, total int) ([]string, error) {
	show := a.progress("deleting")
	deleted := []string{}
	for {
		data, err := a.data(cmd.Context(), service, deleteEpisodesQuery, map[string]any{"project": a.project, "filter": variables["filter"]})
		if err != nil {
			return deleted, err
		}
		var got struct {
			DeleteEpisodes struct {
				Episodes []string
				Matching int
			}
		}
		if err := unmarshal(data, &got); err != nil {
			return deleted, fmt.Errorf("read the answer of %s: %w", service.url, err)
		}
		deleted = append(deleted, got.DeleteEpisodes.Episodes...)
		show(len(deleted), max(total, len(deleted)))
		if got.DeleteEpisodes.Matching == 0 || len(got.DeleteEpisodes.Episodes) == 0 {
			return deleted, nil
		}
	}
}

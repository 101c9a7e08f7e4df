package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	backups "github.com/causeway-memory/causeway/internal/backup"
)

func newRestore(c *command) *cobra.Command {
	a := &asking{command: c}
	cmd := &cobra.Command{
		Use:   "restore EPISODE|DIR",
		Short: "Bring a deleted episode back, or a whole memory from a backup",
		Long: "restore EPISODE brings an episode back that was deleted, with the links that it states. `causeway episodes\n" +
			"--deleted` lists what can be brought back; what was purged cannot.\n\n" +
			"restore DIR restores what `causeway backup DIR` wrote, into an empty home folder (--home) or, from a backup of\n" +
			"native, docker or external engines, into running engines without any project. It verifies every checksum before\n" +
			"it writes and every fingerprint after. Files appear when they are whole; a restore that was interrupted or killed\n" +
			"goes on when the command is run again. Nothing is ever written over.",
		Example: "  causeway restore cart-1 --project shop\n  causeway restore cart-2 --project shop --json\n" +
			"  causeway restore backups/monday --home restored --engines embedded",
		Args: arguments(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if strings.ContainsRune(args[0], filepath.Separator) || backups.Is(args[0]) { // no episode has a name with a slash
				return a.restoreBackup(cmd, args[0])
			}
			return a.ask(cmd, restoreQuery, map[string]any{"key": args[0]})
		},
	}
	a.define(cmd)
	return cmd
}

func newPurge(c *command) *cobra.Command {
	a := &asking{command: c}
	var yes bool
	cmd := &cobra.Command{
		Use:   "purge",
		Short: "Remove an episode or a whole project for good",
		Long: "purge removes every trace of an episode, or a project with everything in it, from the graph and the search\n" +
			"index. It cannot be undone, and needs --yes; without it purge says what it would remove.",
		Example: "  causeway purge episode episode-2026-03-03-1 --yes --project ops",
		Args:    subcommands,
		RunE: func(*cobra.Command, []string) error {
			return usageError{errors.New("say what to purge: `causeway purge episode EPISODE`, or `causeway purge project PROJECT`")}
		},
	}
	a.define(cmd)
	cmd.PersistentFlags().BoolVar(&yes, "yes", false, "do it; it cannot be undone")
	cmd.AddCommand(newPurgeEpisode(a, &yes), newPurgeProject(a, &yes))
	return cmd
}

func newPurgeEpisode(a *asking, yes *bool) *cobra.Command {
	return &cobra.Command{
		Use:     "episode EPISODE",
		Short:   "Remove every trace of an episode, revisions included",
		Long:    "episode removes an episode for good, deleted or not. `causeway delete` takes one away that can be restored.",
		Example: "  causeway purge episode episode-2026-03-04-1 --yes --project ops",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !*yes {
				return usageError{fmt.Errorf("this would remove episode %s with all its revisions for good; repeat it with --yes", args[0])}
			}
			return a.ask(cmd, purgeEpisodeQuery, map[string]any{"key": args[0]})
		},
	}
}

func newPurgeProject(a *asking, yes *bool) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "project PROJECT",
		Short: "Remove a project with everything in it",
		Long: "project removes a project for good: its episodes, factors, links, patterns, statements and index. It is named\n" +
			"as the argument, never by a default.",
		Example: "  causeway purge project demo-2 --yes",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if a.project != "" && a.project != args[0] {
				return usageError{fmt.Errorf("--project is %s, and the project to purge %s", a.project, args[0])}
			}
			a.project = args[0]
			if !*yes {
				return a.warnOfPurge(cmd)
			}
			return a.ask(cmd, purgeProjectQuery, map[string]any{})
		},
	}
	a.hide(cmd, "project")
	return cmd
}

// warnOfPurge says what a purge of the project would remove.
func (a *asking) warnOfPurge(cmd *cobra.Command) error {
	variables := map[string]any{}
	service, err := a.toAsk(cmd, variables)
	if err != nil {
		return err
	}
	data, err := a.data(cmd.Context(), service, projectQuery, variables)
	if err != nil {
		return err
	}
	var found struct {
		Project struct {
			Totals struct{ Episodes, Decisions, Events int }
		}
		Capture struct{ Health struct{ Events int } }
	}
	if err := unmarshal(data, &found); err != nil {
		return fmt.Errorf("read the answer of %s: %w", service.url, err)
	}
	t := found.Project.Totals
	return usageError{fmt.Errorf("this would remove project %s for good, with %s, %s, %s and %s; repeat it with --yes",
		a.project, several(t.Episodes, "episode"), several(t.Decisions, "decision"), several(t.Events, "event"), several(found.Capture.Health.Events, "execution event"))}
}

// deletedAnswer is the global id of what was deleted.
type deletedAnswer struct{ RemovedID string }

func (*deletedAnswer) empty() bool { return false }

func (d *deletedAnswer) print(p *page) {
	p.printf("deleted %s; `causeway restore` brings it back\n", inside(d.RemovedID))
}

// purgedAnswer is the former global id of what was purged.
type purgedAnswer struct{ RemovedID string }

func (*purgedAnswer) empty() bool { return false }

func (u *purgedAnswer) print(p *page) { p.printf("purged %s\n", inside(u.RemovedID)) }

// inside tells a global id in words: episode try-1 of project ops.
func inside(id string) string {
	kind, rest, _ := strings.Cut(id, ":")
	project, key, within := strings.Cut(rest, "/")
	if !within {
		return strings.ToLower(kind) + " " + project
	}
	return fmt.Sprintf("%s %s of project %s", strings.ToLower(kind), key, project)
}

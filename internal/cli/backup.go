package cli

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/causeway-memory/causeway/internal/app"
	backups "github.com/causeway-memory/causeway/internal/backup"
)

func newBackup(c *command) *cobra.Command {
	var verify string
	cmd := &cobra.Command{
		Use:   "backup DIR",
		Short: "Write a verified backup of the whole memory, or verify one",
		Long: "backup writes everything that the memory holds into a new folder, while the service runs and writes. What was\n" +
			"acknowledged before is in it, captured events included. Of embedded engines it copies the files, each as of one\n" +
			"moment; of native, docker and external ones it exports every project, which leaves out deleted episodes, counts\n" +
			"of reads, idempotency keys and jobs. It reads the copy whole, and notes what it holds in DIR/backup.json with\n" +
			"checksums and fingerprints; the folder appears when it is complete. API tokens and the configuration are not in it.\n\n" +
			"--verify reads a backup and names every file that is missing or damaged. `causeway restore DIR` brings it back.",
		Example: "  causeway backup backups/monday\n  causeway backup --verify backups/monday",
		Args:    arguments(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case verify != "" && len(args) == 0:
				return c.verifyBackup(verify)
			case verify != "" || len(args) == 0:
				return usageError{errors.New("name one folder: `causeway backup DIR` writes a backup, `causeway backup --verify DIR` reads one")}
			}
			return c.backup(cmd, args[0])
		},
	}
	cmd.Flags().StringVar(&verify, "verify", "", "folder of a backup to read whole and compare with its checksums, instead of writing one")
	complete(cmd, "verify", completeFolder)
	cmd.ValidArgsFunction = completeFolder
	(&asking{command: c}).onlyHere(cmd, "run it on the machine of the service, with its home folder; `causeway export --url` writes one project")
	return cmd
}

// completeFolder offers folders.
func completeFolder(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

func (c *command) backup(cmd *cobra.Command, dir string) error {
	cfg, err := c.load(cmd)
	if err != nil {
		return err
	}
	m, err := app.Backup(cmd.Context(), cfg, dir, c.logger(cfg), c.steps())
	if err != nil {
		return err
	}
	printManifest(c.out, m)
	fmt.Fprintf(c.out, "The backup is in %s.\n", dir)
	return nil
}

func (c *command) verifyBackup(dir string) error {
	m, err := app.VerifyBackup(dir, c.steps())
	if err != nil {
		return err
	}
	printManifest(c.out, m)
	fmt.Fprintln(c.out, "Every file is as it was written.")
	return nil
}

// restoreBackup restores a backup into the home folder.
func (a *asking) restoreBackup(cmd *cobra.Command, dir string) error {
	cfg, err := a.load(cmd)
	if err != nil {
		return err
	}
	if a.elsewhere(cfg) || a.project != "" {
		return usageError{fmt.Errorf("%s is a backup of a whole memory: it is restored into a home folder (--home), and not into one project or through a service", dir)}
	}
	m, err := app.Restore(cmd.Context(), cfg, dir, a.logger(cfg), a.steps())
	if err != nil {
		return err
	}
	printManifest(a.out, m)
	fmt.Fprintf(a.out, "All of it was restored and compared. `causeway up` starts the service.\n")
	return nil
}

// steps shows the progress of one step after the other.
func (c *command) steps() func(what string, done, total int) {
	var show func(done, total int)
	shown := ""
	return func(what string, done, total int) {
		if show == nil || shown != what {
			show, shown = c.progress(what), what
		}
		show(done, total)
	}
}

func printManifest(w io.Writer, m backups.Manifest) {
	bytes := int64(0)
	for _, f := range m.Files {
		bytes += f.Bytes
	}
	fmt.Fprintf(w, "%s, %d bytes, of %s engines, made by causeway %s, %s\n", several(len(m.Files), "file"), bytes, m.Engines, m.Causeway, m.BeganAt.Format("2006-01-02T15:04:05Z"))
	for _, p := range m.Projects {
		var parts []string
		for _, kind := range slices.Sorted(maps.Keys(p.Parts)) {
			parts = append(parts, several(p.Parts[kind], kind))
		}
		if p.Purged {
			fmt.Fprintf(w, "  project %s, which was purged: %s\n", p.Name, strings.Join(parts, ", "))
			continue
		}
		fmt.Fprintf(w, "  project %s: %s; fingerprint %s\n", p.Name, strings.Join(append([]string{several(p.Episodes, "episode")}, parts...), ", "), p.Fingerprint)
	}
	if m.Journal != nil && m.Journal.Waiting+m.Journal.Failed > 0 {
		fmt.Fprintf(w, "  captured events in the journal: %d that waited for the graph, %d set aside\n", m.Journal.Waiting, m.Journal.Failed)
	}
}

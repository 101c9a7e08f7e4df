package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/causeway-memory/causeway/internal/config"
)

// command holds what all commands share: the streams and the configuration file.
type command struct {
	in       io.Reader
	out, err io.Writer
	file     string
	// line are the arguments of the program.
	line []string
}

// Main runs the command line and returns the exit code. It ends cleanly on an interrupt.
func Main(args []string, in io.Reader, out, errOut io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	shown, errShown := newVisible(out), newVisible(errOut)
	c := &command{in: in, out: shown, err: errShown, line: args}
	var root *cobra.Command
	if len(args) > 0 && args[0] == "hook" {
		defer debug.SetGCPercent(debug.SetGCPercent(hookCollects))
		root = newHookRoot(c)
	} else {
		root = newRoot(c)
	}
	root.SetArgs(args)
	cmd, err := root.ExecuteContextC(ctx)
	return exit(err, cmd, errShown)
}

// hookCollects is how far the heap grows before it is collected, in percent: a hook ends before its 32 MB are
// full, and to collect less would take a quarter of its time.
const hookCollects = 800

// newHookRoot returns the root with the command of hooks alone: an agent waits for it, and to build all others
// takes longer than what it does.
func newHookRoot(c *command) *cobra.Command {
	root := newBareRoot(c)
	root.AddCommand(newHook(c))
	return root
}

func newRoot(c *command) *cobra.Command {
	root := newBareRoot(c)
	addCommands(root, c)
	describeShells(root)
	shortenHelp(root)
	return root
}

// newBareRoot returns the root without a command.
func newBareRoot(c *command) *cobra.Command {
	root := &cobra.Command{
		Use:   "causeway",
		Short: "Long-term memory for AI agents that can say why",
		Long: "causeway stores what agents decided and what it led to,\n" +
			"and answers path and recall questions over GraphQL with the evidence attached.\n\n" +
			"Every setting has a flag that every command takes, an environment variable and a key in the configuration file:\n" +
			"`causeway help settings` describes them, `causeway config` lists the values in force.",
		Example:       "  causeway up --detach\n  causeway demo\n  causeway ask recall \"does building an index block writes?\" --project demo",
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          subcommands,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetIn(c.in)
	root.SetOut(c.out)
	root.SetErr(c.err)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return flagError(cmd, err, c.line) })
	root.PersistentFlags().StringVar(&c.file, "config", "", "configuration file (default: config.yaml in the user's configuration folder)")
	config.AddFlags(root.PersistentFlags())
	return root
}

// addCommands adds every command to the group under which the help lists it.
func addCommands(root *cobra.Command, c *command) {
	for _, group := range []struct {
		name, title string
		commands    []*cobra.Command
	}{
		{"run", "Run:", []*cobra.Command{newUp(c), newDown(c), newStatus(c), newDoctor(c), newDemo(c), newConfig(c), newToken(c), newMCP(c), newGuide(c)}},
		{"write", "Write:", []*cobra.Command{newRecord(c), newImport(c), newHooks(c), newCapture(c), newWorkflow(c), newDelete(c), newRetract(c), newRestore(c), newPurge(c)}},
		{"read", "Read:", []*cobra.Command{newProjects(c), newEpisodes(c), newDecisions(c), newEvents(c), newTraces(c), newAudit(c), newFactors(c), newShow(c), newExport(c)}},
		{"ask", "Ask:", []*cobra.Command{newAsk(c), newBootstrap(c), newModel(c), newQuality(c)}},
		{"keep", "Keep in order:", []*cobra.Command{newConsolidate(c), newPrune(c), newRebuild(c), newReindex(c), newCheck(c), newValidate(c), newCopy(c), newBackup(c)}},
		{"", "", []*cobra.Command{newSchema(c), newVersion(c), newDocs(c), newHook(c)}},
	} {
		if group.name != "" {
			root.AddGroup(&cobra.Group{ID: group.name, Title: group.title})
		}
		for _, cmd := range group.commands {
			cmd.GroupID = group.name
			root.AddCommand(cmd)
		}
	}
}

// arguments turns the error of an argument check into a usage error.
func arguments(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		err := check(cmd, args)
		switch use := strings.TrimSuffix(cmd.UseLine(), " [flags]"); {
		case err == nil:
			return nil
		case use == cmd.CommandPath():
			return usageError{fmt.Errorf("%s takes no argument, and %q was given", use, args[0])}
		default:
			return usageError{fmt.Errorf("%w: `%s`", err, use)}
		}
	}
}

// needProject returns a usage error if --project was not given.
func needProject(project string) error {
	if project == "" {
		return usageError{errors.New("name the project with --project")}
	}
	return nil
}

// load returns the effective configuration.
func (c *command) load(cmd *cobra.Command) (config.Config, error) {
	cfg, err := config.Load(c.file, cmd.Flags())
	if err != nil {
		return config.Config{}, usageError{err}
	}
	return cfg, nil
}

// logger returns a logger that writes to standard error as configured.
func (c *command) logger(cfg config.Config) *slog.Logger {
	var level slog.Level
	_ = level.UnmarshalText([]byte(cfg.Log.Level)) // already validated
	options := &slog.HandlerOptions{Level: level}
	if cfg.Log.Format == "json" {
		return slog.New(slog.NewJSONHandler(c.err, options))
	}
	return slog.New(slog.NewTextHandler(c.err, options))
}

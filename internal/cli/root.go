package cli

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/causeway-memory/causeway/internal/config"
)

// command holds what all commands share: the streams and the configuration file.
type command struct {
	in       io.Reader
	out, err io.Writer
	file     string
}

// Main runs the command line and returns the exit code. It ends cleanly on an interrupt.
func Main(args []string, in io.Reader, out, errOut io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	shown, errShown := newVisible(out), newVisible(errOut)
	root := newRoot(&command{in: in, out: shown, err: errShown})
	root.SetArgs(args)
	return exit(root.ExecuteContext(ctx), errShown)
}

func newRoot(c *command) *cobra.Command {
	root := &cobra.Command{
		Use:   "causeway",
		Short: "Long-term memory for AI agents that can say why",
		Long: "causeway stores what agents decided and what it led to,\n" +
			"and answers path and recall questions over GraphQL with the evidence attached.\n\n" +
			"Every setting has a flag, an environment variable and a key in the configuration file;\n" +
			"`causeway config` lists them with the values in force.\n\n" + exitMeanings(),
		Example:       "  causeway up --detach\n  causeway demo\n  causeway ask recall \"does building an index block writes?\" --project demo",
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          arguments(cobra.NoArgs),
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetIn(c.in)
	root.SetOut(c.out)
	root.SetErr(c.err)
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	root.PersistentFlags().StringVar(&c.file, "config", "", "configuration file (default: config.yaml in the user's configuration folder)")
	config.AddFlags(root.PersistentFlags())
	root.AddCommand(
		newUp(c), newDown(c), newStatus(c), newDoctor(c),
		newAsk(c), newBootstrap(c), newMCP(c), newImport(c), newExport(c), newCopy(c), newReindex(c), newRebuild(c), newQuality(c), newModel(c), newFactors(c), newPrune(c), newConsolidate(c), newCheck(c), newDemo(c),
		newToken(c), newSchema(c), newConfig(c), newVersion(c), newDocs(c),
	)
	describeShells(root)
	return root
}

// arguments turns the error of an argument check into a usage error.
func arguments(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := check(cmd, args); err != nil {
			return usageError{err}
		}
		return nil
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

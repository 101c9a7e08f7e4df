package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/causeway-memory/causeway/internal/app"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/engine"
)

// upPatience bounds how long a background start may take after installation.
const upPatience = 3 * time.Minute

func newUp(c *command) *cobra.Command {
	var detach bool
	cmd := &cobra.Command{
		Use:   "up",
		Short: "Start the engines and serve the GraphQL API",
		Long: "up serves the GraphQL API until it is interrupted. The embedded engines need nothing else: a file\n" +
			"in the home folder holds everything. Native engines (Neo4j and Weaviate) are installed when they are\n" +
			"missing, started, kept running and stopped cleanly. With --detach up works in the background and\n" +
			"returns when the API answers; `causeway down` ends it.",
		Example: "  causeway up\n  causeway up --detach --engines=native\n  causeway up --engines=external --neo4j-uri=neo4j://db:7687 --weaviate-url=http://search:8080",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			cfg, err := c.load(cmd)
			if err = errors.Join(err, app.CheckEngines(cfg)); err == nil {
				err = app.CheckAccess(cfg, c.logger(cfg))
			}
			if err != nil {
				return err
			}
			if detach {
				return c.upDetached(cmd.Context(), cfg)
			}
			return c.up(cmd.Context(), cfg)
		},
	}
	cmd.Flags().BoolVar(&detach, "detach", false, "run in the background and return when the API answers")
	return cmd
}

// up serves until ctx ends or an engine fails for good.
func (c *command) up(ctx context.Context, cfg config.Config) error {
	log := c.logger(cfg)
	options, err := engineOptions(cfg, c, log)
	if err != nil {
		return err
	}
	engines, err := engine.Up(ctx, options)
	var running *engine.RunningError
	if errors.As(err, &running) {
		return c.alreadyUp(ctx, cfg)
	}
	if err != nil {
		return err
	}
	serving, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		_ = engines.Wait() // Stop returns the same error
		cancel()
	}()
	state := engines.State()
	err = app.Serve(serving, cfg, state, log, func(url string) { c.announce(url, state) })
	return errors.Join(err, engines.Stop())
}

// upDetached installs in the foreground, where progress is visible, and then starts this program
// again in its own session.
func (c *command) upDetached(ctx context.Context, cfg config.Config) error {
	options, err := engineOptions(cfg, c, c.logger(cfg))
	if err != nil {
		return err
	}
	if _, err := app.RunningService(cfg.Home); err == nil {
		return c.alreadyUp(ctx, cfg)
	}
	if err := engine.Install(ctx, options); err != nil {
		return err
	}
	logPath := filepath.Join(cfg.Home, "logs", "causeway.log")
	child, err := startDetached(logPath, withoutDetach(os.Args[1:]))
	if err != nil {
		return err
	}
	fmt.Fprintf(c.err, "starting in the background (process %d, log %s)\n", child.Pid, logPath)
	waiting, cancel := context.WithTimeout(ctx, upPatience)
	defer cancel()
	service, err := app.AwaitService(waiting, cfg.Home, child.Pid)
	if err != nil {
		return fmt.Errorf("%w: %s (log %s)", err, lastLine(logPath), logPath)
	}
	state, err := engine.Status(ctx, cfg.Home)
	if err != nil {
		return err
	}
	c.announce(service.URL, state)
	return nil
}

// startDetached starts this program in its own session.
func startDetached(logPath string, args []string) (*os.Process, error) {
	if err := os.MkdirAll(filepath.Dir(logPath), 0o700); err != nil {
		return nil, fmt.Errorf("make the log folder: %w", err)
	}
	log, err := os.OpenFile(logPath, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the log: %w", err)
	}
	defer log.Close()
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find this program: %w", err)
	}
	child := exec.Command(self, args...)
	child.Stdout, child.Stderr = log, log
	child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := child.Start(); err != nil {
		return nil, fmt.Errorf("start in the background: %w", err)
	}
	go func() { _ = child.Wait() }() // reaps a child that ends at once, so that it counts as ended
	return child.Process, nil
}

// withoutDetach drops --detach from arguments, in every spelling of its value.
func withoutDetach(args []string) []string {
	return slices.DeleteFunc(slices.Clone(args), func(arg string) bool {
		return arg == "--detach" || strings.HasPrefix(arg, "--detach=")
	})
}

// lastLine returns the last line that the background process logged.
func lastLine(logPath string) string {
	log, err := os.ReadFile(logPath)
	if err != nil {
		return err.Error()
	}
	lines := strings.Split(strings.TrimSpace(string(log)), "\n")
	return strings.TrimPrefix(lines[len(lines)-1], "causeway: ")
}

func (c *command) alreadyUp(ctx context.Context, cfg config.Config) error {
	waiting, cancel := context.WithTimeout(ctx, upPatience)
	defer cancel()
	service, err := app.AwaitService(waiting, cfg.Home, 0)
	if err != nil {
		return err
	}
	state, err := engine.Status(ctx, cfg.Home)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.err, "causeway runs already (process %d)\n", service.PID)
	c.announce(service.URL, state)
	return nil
}

// announce prints the addresses and files of the service.
func (c *command) announce(url string, state engine.State) {
	fmt.Fprintf(c.out, "For analysts   %s/\nGraphQL API    %s/graphql\nMCP            %s/mcp\nGraphiQL       %s/graphiql/\n", url, url, url, url)
	if state.DatabasePath != "" {
		fmt.Fprintf(c.out, "Database       %s\n", state.DatabasePath)
	}
	if hint := browserHint(url, state); hint != "" {
		fmt.Fprintf(c.out, "Neo4j Browser  %s\n", hint)
	}
	for _, server := range state.Servers {
		if server.Note != "" {
			fmt.Fprintf(c.out, "note: %s: %s\n", server.Name, server.Note)
		}
	}
}

// browserHint says how to open Neo4j Browser with the guide served at url; it is empty if there
// is no Neo4j.
func browserHint(url string, state engine.State) string {
	switch {
	case state.Neo4jURI == "":
		return ""
	case state.BrowserURL == "":
		return "type :guide " + app.GuideURL(url) + " in the browser of your Neo4j"
	case state.Neo4jPasswordFile == "":
		return fmt.Sprintf("%s/browser/ (user %s)", url, state.Neo4jUser)
	default:
		return fmt.Sprintf("%s/browser/ (user %s, password in %s)", url, state.Neo4jUser, state.Neo4jPasswordFile)
	}
}

func engineOptions(cfg config.Config, c *command, log *slog.Logger) (engine.Options, error) {
	password, err := app.Password(cfg)
	if err != nil {
		return engine.Options{}, err
	}
	key, err := app.WeaviateKey(cfg)
	return engine.Options{
		Kind: cfg.Engines, Home: cfg.Home,
		Neo4jURI: cfg.Neo4j.URI, Neo4jUser: cfg.Neo4j.User, Neo4jPassword: password, BrowserURL: cfg.Neo4j.BrowserURL,
		WeaviateURL: cfg.Weaviate.URL, WeaviateAPIKey: key,
		Again: app.HasJournal(cfg),
		Heap:  cfg.Neo4j.Heap, PageCache: cfg.Neo4j.PageCache,
		Progress: c.err, Log: log,
	}, err
}

package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/causeway-memory/causeway/internal/app"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/engine"
	"github.com/causeway-memory/causeway/internal/mcpserver"
	"github.com/causeway-memory/causeway/internal/tokens"
)

func newMCP(c *command) *cobra.Command {
	a := &asking{command: c}
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Offer the memory to an agent over the Model Context Protocol on standard input and output",
		Long: "mcp is the command that an agent's client starts. It speaks the Model Context Protocol on standard input and\n" +
			"output and asks the service that runs with the home folder, or the one at --url. If none runs, it starts one in\n" +
			"the background, which stays when the agent ends; `causeway down` ends it.\n\n" +
			"With --project (or CAUSEWAY_PROJECT) every call is about that project, and no tool asks for one. A client that\n" +
			"speaks HTTP needs no command: the service answers at /mcp, and at /mcp/PROJECT.",
		Example: "  causeway mcp --project demo\n  causeway mcp --url https://memory.example --token-file token.txt --mcp-tools=all",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			cfg, err := a.load(cmd)
			if err != nil {
				return err
			}
			service, err := a.connectOrStart(cmd, cfg)
			if err != nil {
				return err
			}
			return a.speak(cmd.Context(), service, cfg)
		},
	}
	a.define(cmd)
	cmd.PersistentFlags().Lookup("json").Hidden = true
	return cmd
}

// speak serves one client until it leaves.
func (a *asking) speak(ctx context.Context, service *client, cfg config.Config) error {
	project := a.project
	if project == "" {
		project = cfg.Client.Project
	}
	server := mcpserver.New(service.post, mcpserver.Options{
		Version: app.Version(), Scoped: project != "", All: cfg.MCP.Tools == config.ToolsAll, Tokens: tokens.New(), TimeZone: machineZone(time.Now()),
	})
	if project != "" {
		server.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
			return func(ctx context.Context, method string, r mcp.Request) (mcp.Result, error) {
				return next(mcpserver.WithProject(ctx, project), method, r)
			}
		})
	}
	err := server.Run(ctx, &mcp.StdioTransport{})
	if errors.Is(err, context.Canceled) || errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// post sends a GraphQL request as it is and returns its answer.
func (c *client) post(ctx context.Context, request []byte) ([]byte, error) {
	response, err := c.send(ctx, request, "application/json")
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	var answer bytes.Buffer
	if _, err := answer.ReadFrom(response.Body); err != nil {
		return nil, fmt.Errorf("read the answer of %s (status %s): %w", c.url, response.Status, err)
	}
	if response.StatusCode >= http.StatusInternalServerError && answer.Len() == 0 {
		return nil, unreachableError{fmt.Errorf("%s answers with status %s", c.url, response.Status)}
	}
	return answer.Bytes(), nil
}

// connectOrStart returns a client of the service to ask. If none runs with the home folder, it
// starts one in the background.
func (a *asking) connectOrStart(cmd *cobra.Command, cfg config.Config) (*client, error) {
	service, err := a.connect(cfg)
	if !errors.Is(err, app.ErrNotRunning) {
		return service, err
	}
	options, err := engineOptions(cfg, a.command, a.logger(cfg))
	if err != nil {
		return nil, err
	}
	if err := engine.Install(cmd.Context(), options); err != nil {
		return nil, err
	}
	logPath := filepath.Join(cfg.Home, "logs", "causeway.log")
	child, err := startDetached(logPath, append([]string{"up"}, flagsGiven(cmd)...))
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(a.err, "starting the service in the background (process %d, log %s)\n", child.Pid, logPath)
	waiting, cancel := context.WithTimeout(cmd.Context(), upPatience)
	defer cancel()
	if _, err := app.AwaitService(waiting, cfg.Home, 0); err != nil {
		return nil, fmt.Errorf("%w: %s (log %s)", err, lastLine(logPath), logPath)
	}
	return a.connect(cfg)
}

// flagsGiven are the settings that were given as flags.
func flagsGiven(cmd *cobra.Command) []string {
	var out []string
	cmd.Root().PersistentFlags().VisitAll(func(flag *pflag.Flag) {
		if given := cmd.Flags().Lookup(flag.Name); given != nil && given.Changed {
			out = append(out, "--"+flag.Name+"="+given.Value.String())
		}
	})
	return out
}

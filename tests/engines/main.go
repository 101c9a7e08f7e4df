// Command engines starts Neo4j and Weaviate on free ports with data of their own, runs a
// command with their addresses in its environment, and stops them again:
//
//	go run ./tests/engines -- go test ./...
//
// The exit code is that of the command.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"github.com/causeway-memory/causeway/internal/engine"
)

func main() {
	args := os.Args[1:]
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		fmt.Fprintln(os.Stderr, "usage: engines -- COMMAND [ARGUMENT...]")
		os.Exit(2)
	}
	err := run(args)
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		os.Exit(exit.ExitCode())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "engines:", err)
		os.Exit(1)
	}
}

func run(args []string) (err error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	home, err := os.MkdirTemp("", "causeway-engines-*")
	if err != nil {
		return fmt.Errorf("make a home folder: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(home)) }()
	engines, err := engine.Up(ctx, engine.Options{Kind: engine.Native, Home: home, Progress: os.Stderr})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, engines.Stop()) }()
	variables, err := environment(engines.State())
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Env = append(os.Environ(), variables...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	return cmd.Run()
}

// environment is what package enginetest reads. A missing engine is a failure here.
func environment(state engine.State) ([]string, error) {
	password, err := state.Password()
	if err != nil {
		return nil, err
	}
	key, err := state.WeaviateKey()
	if err != nil {
		return nil, err
	}
	return []string{
		"CAUSEWAY_TEST_NEO4J_URI=" + state.Neo4jURI,
		"CAUSEWAY_TEST_NEO4J_USER=" + state.Neo4jUser,
		"CAUSEWAY_TEST_NEO4J_PASSWORD=" + password,
		"CAUSEWAY_TEST_BROWSER_URL=" + state.BrowserURL,
		"CAUSEWAY_TEST_WEAVIATE_URL=" + state.WeaviateURL,
		"CAUSEWAY_TEST_WEAVIATE_KEY=" + key,
		"CAUSEWAY_REQUIRE_ENGINES=1",
	}, nil
}

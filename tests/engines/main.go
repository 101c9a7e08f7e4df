// Command engines starts Neo4j and Weaviate on free ports with data of their own, runs a
// command with their addresses in its environment, and stops them again:
//
//	go run ./tests/engines -- go test ./...
//
// With -quick Neo4j, and every one that the command starts, compiles each method once and quickly, and with -keep
// it also keeps its plans: for tests, not for measurements. The exit code is that of the command.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/causeway-memory/causeway/internal/engine"
	"github.com/causeway-memory/causeway/internal/enginetest"
)

func main() {
	quick := flag.Bool("quick", false, "let Neo4j compile quickly")
	keep := flag.Bool("keep", false, "with -quick, let it keep its plans whatever changes")
	flag.Parse()
	if flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "usage: engines [-quick [-keep]] -- COMMAND [ARGUMENT...]")
		os.Exit(2)
	}
	err := run(*quick, *keep, flag.Args())
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		os.Exit(exit.ExitCode())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "engines:", err)
		os.Exit(1)
	}
}

func run(quick, keep bool, args []string) (err error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	home, err := os.MkdirTemp("", "causeway-engines-*")
	if err != nil {
		return fmt.Errorf("make a home folder: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(home)) }()
	if quick {
		if err := enginetest.UseQuickJava(filepath.Join(home, "java"), keep); err != nil {
			return err
		}
	}
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

// Command exporting has agents send their spans with the official OpenTelemetry SDK for Python, and says what came of them:
//
//	go run ./tests/exporting -run why
//	go run ./tests/exporting -run kill -spans 60000 -rate 1000
//
// The first runs examples/traces/agent.py against bin/causeway in an empty home folder, and times it until the question why its trips failed is
// answered. The second sends spans at a rate and kills the service in the middle. Both end with 1 when a span is not accounted for, the first
// also when the answer takes longer than three minutes. The packages are installed once, into the folder for caches of the user.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/causeway-memory/causeway/tests/packages"
	"github.com/causeway-memory/causeway/tests/program"
)

// options are the flags.
type options struct {
	run         string
	binary      string
	trips       int
	spans, rate int
}

func main() {
	var o options
	flag.StringVar(&o.run, "run", "why", "what is run: why or kill")
	flag.StringVar(&o.binary, "binary", "bin/causeway", "program that is started")
	flag.IntVar(&o.trips, "trips", 30, "trips of the agent")
	flag.IntVar(&o.spans, "spans", 60_000, "spans that are sent")
	flag.IntVar(&o.rate, "rate", 1000, "spans a second")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := start(ctx, o, os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "exporting:", err)
		os.Exit(1)
	}
}

func start(ctx context.Context, o options, out io.Writer) (err error) {
	what := map[string]func(*exporting, context.Context) error{"why": (*exporting).why, "kill": (*exporting).kill}[o.run]
	if what == nil {
		return fmt.Errorf("-run is %q; it is why or kill", o.run)
	}
	home, err := os.MkdirTemp("", "causeway-exporting-*")
	if err != nil {
		return fmt.Errorf("make a home folder: %w", err)
	}
	x := &exporting{options: o, out: out, home: home}
	defer func() { err = errors.Join(err, x.stop(), os.RemoveAll(home)) }()
	if x.python, err = python(ctx); err != nil {
		return err
	}
	return what(x, ctx)
}

// exporting is one run.
type exporting struct {
	options options
	out     io.Writer
	home    string
	python  string
	service *program.Program
	log     strings.Builder
}

// requirements names the packages of the agent.
const requirements = "examples/traces/requirements.txt"

// python returns a Python that has the packages.
func python(ctx context.Context) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("find the folder for caches: %w", err)
	}
	dir := filepath.Join(cache, "causeway", "tools", "smolagents-1.26.0")
	found := filepath.Join(dir, "bin", "python")
	if exec.CommandContext(ctx, found, "-c", "import smolagents, openinference.instrumentation.smolagents, opentelemetry.exporter.otlp.proto.http").Run() == nil {
		return found, nil
	}
	if found, err = packages.Venv(ctx, dir, "-r", requirements); err != nil {
		return "", fmt.Errorf("install the packages of the agent: %w", err)
	}
	return found, nil
}

// up starts the service; address is empty for a free port.
func (x *exporting) up(ctx context.Context, address string) (err error) {
	settings := []string{"CAUSEWAY_HOME=" + x.home, "CAUSEWAY_ENGINES=embedded", "CAUSEWAY_LOG_LEVEL=warn"}
	if address != "" {
		settings = append(settings, "CAUSEWAY_HTTP_ADDRESS="+address, "CAUSEWAY_HTTP_PORT_STRICT=true")
	}
	if x.service, err = program.Start(ctx, x.options.binary, settings, &x.log); err != nil {
		return fmt.Errorf("%w\n%s", err, x.log.String())
	}
	return nil
}

func (x *exporting) stop() error {
	if x.service == nil {
		return nil
	}
	return x.service.Stop()
}

// project is where the spans of the agents go: the name of their service.
const project = "travel"

// agent is a program of Python that sends its spans to the service.
func (x *exporting) agent(ctx context.Context, script string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, x.python, append([]string{script}, args...)...)
	cmd.Env = append(os.Environ(), "OTEL_EXPORTER_OTLP_ENDPOINT="+x.service.URL, "OTEL_SERVICE_NAME="+project)
	cmd.Stderr = io.Discard
	return cmd
}

// ask runs a command of causeway that asks the service.
func (x *exporting) ask(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, x.options.binary, append(args, "--project", project, "--url", x.service.URL)...)
	cmd.Env = append(os.Environ(), "CAUSEWAY_HOME="+x.home)
	said, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("causeway %s: %w\n%s", strings.Join(args, " "), err, said)
	}
	return string(said), nil
}

// account is what `causeway traces report` says of all traces.
type account struct{ traces, waiting, stored, merged, refused int }

func (x *exporting) account(ctx context.Context) (account, error) {
	said, err := x.ask(ctx, "traces", "report", "--all", "--json")
	if err != nil {
		return account{}, err
	}
	var told struct {
		Capture struct {
			Traces struct {
				Edges []struct {
					Node struct {
						Stored, Merged int
						Due            bool
						Refused        []struct{ Items int }
					}
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(said), &told); err != nil {
		return account{}, fmt.Errorf("read the report of traces: %w", err)
	}
	var a account
	for _, e := range told.Capture.Traces.Edges {
		a.traces, a.stored, a.merged = a.traces+1, a.stored+e.Node.Stored, a.merged+e.Node.Merged
		if e.Node.Due {
			a.waiting++
		}
		for _, r := range e.Node.Refused {
			a.refused += r.Items
		}
	}
	return a, nil
}

// most is the longest that anything is waited for.
const most = 10 * time.Minute

// until repeats a look until it reports true.
func until(ctx context.Context, what string, look func() (bool, error)) error {
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	for {
		done, err := look()
		if done || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("wait until %s: %w", what, ctx.Err())
		case <-time.After(200 * time.Millisecond):
		}
	}
}

func (x *exporting) say(format string, args ...any) { _, _ = fmt.Fprintf(x.out, format+"\n", args...) }

// seconds is a time as it is printed.
func seconds(since time.Time) string { return fmt.Sprintf("%.1f s", time.Since(since).Seconds()) }

// get asks the service over GraphQL.
func (x *exporting) get(ctx context.Context, query string, variables map[string]any, into any) error {
	reply, err := x.service.Ask(ctx, query, variables)
	if err = errors.Join(err, reply.Err()); err != nil {
		return fmt.Errorf("ask the service: %w", err)
	}
	if err := json.Unmarshal(reply.Data, into); err != nil {
		return fmt.Errorf("read the answer: %w", err)
	}
	return nil
}

// Command load keeps a service busy with many clients and says what became of their requests:
//
//	go run ./tests/load -time 5m -readers 200 -writers 20
//
// It starts bin/causeway on embedded engines, or on the servers that the CAUSEWAY_TEST_* variables name. It ends
// with 1 when a request failed for anything but a limit that causeway states, and when goroutines or memory
// do not come back to where they were before.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// options are the flags.
type options struct {
	time             time.Duration
	readers, writers int
	binary           string
	pause            time.Duration
	metrics          string
}

func main() {
	var o options
	flag.DurationVar(&o.time, "time", 5*time.Minute, "how long the clients ask")
	flag.IntVar(&o.readers, "readers", 200, "clients that read")
	flag.IntVar(&o.writers, "writers", 20, "clients that write")
	flag.StringVar(&o.binary, "binary", "bin/causeway", "program that is started")
	flag.DurationVar(&o.pause, "pause", 0, "how long a client waits between two requests, on average")
	flag.StringVar(&o.metrics, "metrics", "", "file for what /metrics tells at the end")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, o, os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options, out io.Writer) (err error) {
	s, err := start(ctx, o.binary)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	t := newTraffic(s, o)
	if err := t.fill(ctx); err != nil {
		return fmt.Errorf("fill the project: %w", err)
	}
	before, err := s.settle(ctx)
	if err != nil {
		return err
	}
	r := t.run(ctx)
	if err := s.saveMetrics(ctx, o.metrics); err != nil {
		return err
	}
	after, returned := s.awaitReturn(ctx, before)
	r.print(out, o, before, after)
	if err := s.purge(ctx, t.project); err != nil {
		return err
	}
	if !returned {
		return errors.New("goroutines or memory did not come back")
	}
	return r.failure()
}

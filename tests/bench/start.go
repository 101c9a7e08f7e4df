package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"github.com/causeway-memory/causeway/internal/engine"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
	"github.com/causeway-memory/causeway/tests/bench/corpus"
	"github.com/causeway-memory/causeway/tests/bench/measure"
)

// starts is how often a start is timed; the median is shown.
const starts = 5

// startPatience bounds one start.
const startPatience = time.Minute

// timeStarts adds how long the store and the whole program take to be ready with the data in
// a home folder. The system has the file in memory.
func (b *bench) timeStarts(ctx context.Context, c *corpus.Corpus, home string) error {
	var store, program measure.Timings
	for range starts {
		if err := timed(&store, func() error { return startStore(ctx, home) }); err != nil {
			return fmt.Errorf("start the store: %w", err)
		}
	}
	b.addStart("start of the store", c, store)
	if _, err := os.Stat(b.binary); err != nil {
		b.say("there is no %s (-binary); its start is not timed", b.binary)
		return nil
	}
	for range starts {
		took, err := startProgram(ctx, b.binary, home)
		if err != nil {
			return fmt.Errorf("start %s: %w", b.binary, err)
		}
		program = append(program, took)
	}
	b.addStart("start of causeway up", c, program)
	return nil
}

func (b *bench) addStart(name string, c *corpus.Corpus, t measure.Timings) {
	median := float64(t.Percentile(50)) / float64(time.Millisecond)
	b.figures = append(b.figures, measure.Figure{Name: name, Episodes: c.Size(), Value: median, Unit: "ms"})
}

// startStore opens a store until it is ready, as the app does, and closes it.
func startStore(ctx context.Context, home string) error {
	s, err := sqlitestore.Open(sqlitestore.Options{Path: engine.DatabasePath(home)})
	if err != nil {
		return err
	}
	err = errors.Join(s.Migrate(ctx), s.Ready(ctx))
	return errors.Join(err, s.Close(ctx))
}

// startProgram returns how long a program takes until it answers that it is ready, and ends it.
func startProgram(ctx context.Context, binary, home string) (time.Duration, error) {
	path, err := filepath.Abs(binary)
	if err != nil {
		return 0, err
	}
	took, end, err := launch(ctx, path, home)
	end()
	return took, err
}

// launch starts a program until it answers that it is ready, and returns how long it took and what ends it.
func launch(ctx context.Context, path, home string) (took time.Duration, end func(), err error) {
	address, err := freeAddress(ctx)
	if err != nil {
		return 0, func() {}, err
	}
	ctx, cancel := context.WithCancel(ctx)
	cmd := exec.CommandContext(ctx, path, "up", "--engines=embedded", "--home="+home, "--http-address="+address, "--http-port-strict")
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	began := time.Now()
	if err := cmd.Start(); err != nil {
		cancel()
		return 0, func() {}, err
	}
	patient, stop := context.WithTimeout(ctx, startPatience)
	defer stop()
	err = awaitReady(patient, "http://"+address+"/readyz")
	return time.Since(began), func() {
		cancel()
		_ = cmd.Wait() // it was told to end
	}, err
}

// freeAddress returns an address that nobody listens on.
func freeAddress(ctx context.Context) (string, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("find a free port: %w", err)
	}
	return l.Addr().String(), l.Close()
}

// awaitReady asks until the answer is 200.
func awaitReady(ctx context.Context, url string) error {
	for {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
		if err != nil {
			return err
		}
		response, err := http.DefaultClient.Do(r)
		if err == nil {
			_ = response.Body.Close()
			if response.StatusCode == http.StatusOK {
				return nil
			}
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("it is not ready: %w", errors.Join(ctx.Err(), err))
		case <-time.After(time.Millisecond):
		}
	}
}

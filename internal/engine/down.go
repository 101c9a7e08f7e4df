package engine

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"syscall"
	"time"
)

// downLimit bounds the time a supervisor takes to stop its servers: one grace period for both,
// and some time to finish requests first.
const downLimit = stopGrace + killGrace + 20*time.Second

// Down stops the engines of a home, whoever started them: it asks the supervising process to end
// and waits for it, stops servers that outlived their supervisor, and removes docker containers
// (their data stays in volumes). It does not touch external engines. If nothing runs, it does
// nothing.
func Down(ctx context.Context, home string) error {
	home, err := filepath.Abs(home)
	if err != nil {
		return fmt.Errorf("resolve home folder: %w", err)
	}
	if !exists(home) {
		return nil
	}
	if err := endSupervisor(ctx, home); err != nil {
		return err
	}
	if !exists(filepath.Join(home, stateFile)) {
		return nil
	}
	lock, err := lockAfter(ctx, filepath.Join(home, lockFile))
	if errors.Is(err, errLocked) {
		return &RunningError{Home: home}
	}
	if err != nil {
		return err
	}
	defer lock.Close()
	s, err := readState(home)
	if err != nil {
		return err
	}
	if s.Kind == Docker && s.Ready {
		if err := composeDown(ctx, s); err != nil {
			return err
		}
	}
	err = endOrphans(s)
	s.retire()
	return errors.Join(err, writeState(s))
}

// endSupervisor ends the process that holds the lock of the home, if there is one.
func endSupervisor(ctx context.Context, home string) error {
	held, err := locked(filepath.Join(home, lockFile))
	if err != nil || !held {
		return err
	}
	s, err := readState(home)
	if err != nil {
		return err
	}
	p := supervisor(s)
	if !p.alive() {
		return nil // Down itself waits for a supervisor that is ending
	}
	if err := syscall.Kill(p.pid, syscall.SIGTERM); err != nil {
		return fmt.Errorf("stop supervisor %d: %w", p.pid, err)
	}
	ctx, cancel := context.WithTimeout(ctx, downLimit)
	defer cancel()
	for held {
		if !pause(ctx, pollEvery) {
			return fmt.Errorf("supervisor %d does not end: %w", p.pid, ctx.Err())
		}
		if held, err = locked(filepath.Join(home, lockFile)); err != nil {
			return err
		}
	}
	return nil
}

// endOrphans stops the recorded servers that still run, concurrently.
func endOrphans(s State) error {
	results := make(chan error, len(s.Servers))
	for _, server := range s.Servers {
		go func() {
			err := recorded(server).end(stopGrace)
			if err != nil && !errors.Is(err, errKilled) {
				err = fmt.Errorf("stop %s: %w", server.Name, err)
			} else {
				err = nil
			}
			results <- err
		}()
	}
	var errs []error
	for range s.Servers {
		errs = append(errs, <-results)
	}
	return errors.Join(errs...)
}

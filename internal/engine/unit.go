package engine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"
)

const (
	// startLimit bounds how long a server may take to answer: crash recovery of much data takes
	// long.
	startLimit = 3 * time.Minute
	// startTries bounds the attempts at a first start, which is repeated with other ports if
	// another program took one in the meantime.
	startTries = 3
	// probeEvery is the pause between two checks of a starting server.
	probeEvery = 250 * time.Millisecond
	// adoptLimit is how long an orphan has to answer before it is replaced.
	adoptLimit = 10 * time.Second
	// restartLimit is the maximum number of restarts within restartWindow.
	restartLimit  = 5
	restartWindow = 10 * time.Minute
)

// server is the difference between Neo4j and Weaviate.
type server interface {
	name() string
	version() string
	home() string
	ports() []port
	logs() []string
	describe(s *State, ports map[string]int) (url string)
	prepare(ctx context.Context, ports map[string]int) error
	command(ports map[string]int) *exec.Cmd
	probe(ctx context.Context, ports map[string]int) (version string, err error)
}

// unit is one server with its process.
type unit struct {
	server
	engines  *Engines
	progress *progress
	log      *slog.Logger

	process  process
	ports    map[string]int
	adopted  bool
	restarts []time.Time
}

// adopt takes over the process left by a killed supervisor, if it has the right version and
// answers; otherwise it ends that process. It reports whether a process was adopted.
func (u *unit) adopt(ctx context.Context, last Server) (bool, error) {
	u.ports = last.Ports
	left := recorded(last)
	if !left.alive() {
		return false, nil
	}
	why := "it is of version " + last.Version
	if last.Version == u.version() {
		err := u.answersSoon(ctx, left)
		if err == nil {
			u.process, u.adopted = left, true
			u.progress.say("%s: adopted process %d, which outlived its supervisor", u.name(), left.pid)
			return true, u.record(last.Since)
		}
		why = err.Error()
	}
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	u.progress.say("%s: stopping process %d, left by an earlier supervisor: %s", u.name(), left.pid, why)
	if err := left.end(stopGrace); err != nil && !errors.Is(err, errKilled) {
		return false, fmt.Errorf("replace %s: %w", u.name(), err)
	}
	return false, nil
}

func (u *unit) answersSoon(ctx context.Context, left process) error {
	ctx, cancel := context.WithTimeout(ctx, adoptLimit)
	defer cancel()
	for {
		version, err := u.probe(ctx, u.ports)
		switch {
		case err == nil && version != u.version():
			return fmt.Errorf("it answers as version %s", version)
		case err == nil, errors.Is(err, errPassword), errors.Is(err, errKey), !left.alive():
			return err
		}
		if !pause(ctx, probeEvery) {
			return err
		}
	}
}

// start starts the server for the first time, on its last ports or on free ones.
func (u *unit) start(ctx context.Context) error {
	s := u.progress.begin(u.name(), "starting")
	for try := 1; ; try++ {
		ports, note, err := choosePorts(u.server.ports(), u.ports)
		if err != nil {
			s.drop()
			return fmt.Errorf("start %s: %w", u.name(), err)
		}
		u.ports = ports
		err = u.run(ctx)
		if err == nil {
			s.done("ready at " + u.engines.State().server(u.name()).URL)
			if note != "" {
				u.progress.say("%s: %s", u.name(), note)
			}
			u.engines.setServer(u.name(), func(server *Server) { server.Note = note })
			return nil
		}
		if try == startTries || ctx.Err() != nil || u.portsFree() {
			s.drop()
			return fmt.Errorf("start %s: %w", u.name(), err)
		}
	}
}

// portsFree reports whether the chosen ports are free; if not, another program took one between
// choosing and starting.
func (u *unit) portsFree() bool {
	for _, p := range u.server.ports() {
		if !p.free(u.ports[p.name]) {
			return false
		}
	}
	return true
}

// run starts a process on the chosen ports and returns when it answers. If it does not, run ends
// it.
func (u *unit) run(ctx context.Context) error {
	if err := u.prepare(ctx, u.ports); err != nil {
		return err
	}
	from := make([]int64, len(u.logs()))
	for i, path := range u.logs() {
		from[i] = logSize(path)
	}
	if err := u.launch(ctx); err != nil {
		return err
	}
	u.adopted = false
	err := u.record(time.Now())
	if err == nil {
		err = u.ready(ctx)
	}
	if err == nil {
		return nil
	}
	_ = u.process.end(stopGrace) // the original error says more
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return u.explained(err, from)
}

// launch starts the process. It inherits the lock on the data folder, so nobody can start a
// second server there while it lives.
func (u *unit) launch(ctx context.Context) error {
	lock, err := lockAfter(ctx, filepath.Join(u.home(), lockFile))
	if errors.Is(err, errLocked) {
		return fmt.Errorf("the data in %s is in use by a server that was not recorded; find it with `lsof %s` and stop it",
			u.home(), filepath.Join(u.home(), lockFile))
	}
	if err != nil {
		return err
	}
	defer lock.Close()
	log, err := openLog(u.logs()[0])
	if err != nil {
		return err
	}
	defer log.Close()
	cmd := u.command(u.ports)
	cmd.Stdout, cmd.Stderr = log, log
	u.process, err = startProcess(cmd, lock)
	return err
}

// ready waits until the server answers, and checks that the answer is from our process.
func (u *unit) ready(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	for {
		version, err := u.probe(ctx, u.ports)
		switch {
		case !u.process.alive():
			return errors.New("it ended before it answered")
		case errors.Is(err, errPassword):
			return fmt.Errorf("%w; the data in %s was made with another one than %s holds",
				err, u.home(), u.engines.State().Neo4jPasswordFile)
		case err == nil && version != u.version():
			return fmt.Errorf("it answers as version %s, not %s", version, u.version())
		case err == nil:
			return nil
		}
		if !pause(ctx, probeEvery) {
			return fmt.Errorf("it does not answer: %w", err)
		}
	}
}

// explained adds the server's own log lines to the error.
func (u *unit) explained(err error, from []int64) error {
	for i, path := range u.logs() {
		if text := tail(path, from[i]); text != "" {
			return fmt.Errorf("%w; the end of %s:\n%s", err, path, text)
		}
	}
	return fmt.Errorf("%w; see %s", err, strings.Join(u.logs(), " and "))
}

// record writes the process to the state at once, so that it can be found if the supervisor is
// killed right after.
func (u *unit) record(since time.Time) error {
	return u.engines.update(func(s *State) {
		server := s.server(u.name())
		server.Status = statusStarting
		if u.adopted {
			server.Status = statusAdopted
		}
		server.PID, server.Start = u.process.pid, u.process.start
		server.Version, server.Since = u.version(), since.Truncate(time.Second)
		server.Ports, server.Ready, server.Restarts = u.ports, false, len(u.restarts)
		server.URL = u.describe(s, u.ports)
		s.setServer(server)
	})
}

// watch keeps the server running until ctx ends, and then stops it. It returns an error if it
// gives up.
func (u *unit) watch(ctx context.Context) error {
	delay := backoff.NewExponentialBackOff()
	for {
		if !u.process.wait(ctx) {
			return u.halt()
		}
		u.log.Warn("an engine ended by itself", "engine", u.name(), "pid", u.process.pid)
		u.engines.setServer(u.name(), func(s *Server) { s.Status, s.Ready = statusStarting, false })
		for {
			if err := u.mayRestart(); err != nil {
				return err
			}
			if !pause(ctx, delay.NextBackOff()) {
				return u.halt()
			}
			err := u.run(ctx)
			if err == nil {
				break
			}
			if ctx.Err() != nil {
				return u.halt()
			}
			u.log.Warn("an engine does not restart", "engine", u.name(), "error", err)
		}
		delay.Reset()
		u.log.Info("an engine was restarted", "engine", u.name(), "pid", u.process.pid)
		u.engines.setServer(u.name(), func(s *Server) { s.Status, s.Ready = statusRunning, true })
	}
}

// mayRestart counts a restart, and returns an error if there were too many.
func (u *unit) mayRestart() error {
	now := time.Now()
	u.restarts = slices.DeleteFunc(u.restarts, func(at time.Time) bool { return now.Sub(at) >= restartWindow })
	u.restarts = append(u.restarts, now)
	if len(u.restarts) > restartLimit {
		return fmt.Errorf("keep %s running: it ended %d times within %s; see %s",
			u.name(), restartLimit+1, restartWindow, strings.Join(u.logs(), " and "))
	}
	return nil
}

// halt stops the process and logs a warning if it had to be killed.
func (u *unit) halt() error {
	err := u.process.end(stopGrace)
	if errors.Is(err, errKilled) {
		u.log.Warn("an engine was killed: it did not end in time", "engine", u.name(), "after", stopGrace)
		return nil
	}
	if err != nil {
		return fmt.Errorf("stop %s: %w", u.name(), err)
	}
	return nil
}

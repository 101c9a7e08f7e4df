package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sync/errgroup"
)

// upNative installs, adopts or starts both servers and supervises them.
func upNative(ctx context.Context, o Options) (*Engines, error) {
	e, last, lock, err := claim(ctx, o)
	if err != nil {
		return nil, err
	}
	p := newProgress(o.Progress)
	defer p.close()
	units, err := e.prepareNative(ctx, o, p)
	if err == nil {
		err = bringUp(ctx, o, p, units, last)
	}
	if err != nil {
		return nil, errors.Join(err, e.abandon(units), lock.Close())
	}
	e.supervise(ctx, units, lock)
	return e, nil
}

// claim makes this process the only one that manages the home folder and returns the state it
// found. The lock is held until the file is closed.
func claim(ctx context.Context, o Options) (*Engines, State, *os.File, error) {
	if err := writable(o.Home); err != nil {
		return nil, State{}, nil, err
	}
	lock, err := lockHome(ctx, o.Home)
	if err != nil {
		return nil, State{}, nil, err
	}
	last, err := readState(o.Home)
	if err == nil {
		err = last.mayBecome(o.Kind)
	}
	start, startErr := processStart(os.Getpid())
	if err = errors.Join(err, startErr); err != nil {
		return nil, State{}, nil, errors.Join(err, lock.Close())
	}
	s := last.clone()
	s.Kind, s.Ready = o.Kind, false
	s.SupervisorPID, s.SupervisorStart = os.Getpid(), start
	e := &Engines{state: s, stopped: make(chan struct{})}
	if err := writeState(s); err != nil {
		return nil, State{}, nil, errors.Join(err, lock.Close())
	}
	return e, last, lock, nil
}

// writable creates the home folder and returns an error in one sentence if it cannot be used.
func writable(home string) error {
	if err := os.MkdirAll(home, 0o700); err != nil {
		return fmt.Errorf("make the home folder (setting home): %w", err)
	}
	probe, err := os.CreateTemp(home, ".writable-*")
	if err != nil {
		return fmt.Errorf("the home folder %s (setting home) cannot be written: %w", home, errors.Unwrap(err))
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// lockHome locks a home folder. It returns a RunningError if another causeway holds the lock,
// immediately if that one has recorded itself.
func lockHome(ctx context.Context, home string) (*os.File, error) {
	path := filepath.Join(home, lockFile)
	lock, err := tryLock(path)
	if !errors.Is(err, errLocked) {
		return lock, err
	}
	if s, err := readState(home); err == nil && supervisor(s).alive() {
		return nil, &RunningError{Home: home, PID: s.SupervisorPID}
	}
	lock, err = lockAfter(ctx, path)
	if errors.Is(err, errLocked) {
		return nil, &RunningError{Home: home}
	}
	return lock, err
}

// mayBecome rejects another kind of engines while the last ones still run, because they would be
// forgotten.
func (s State) mayBecome(kind string) error {
	if s.Kind == "" || s.Kind == kind || s.Kind == External {
		return nil
	}
	running := s.Kind == Docker && s.Ready
	for _, server := range s.Servers {
		running = running || recorded(server).alive()
	}
	if running {
		return fmt.Errorf("%s engines of %s still run; stop them with `causeway down` before using %s ones", s.Kind, s.Home, kind)
	}
	return nil
}

// prepareNative installs missing servers and returns the units of both.
func (e *Engines) prepareNative(ctx context.Context, o Options, p *progress) ([]*unit, error) {
	java, err := install(ctx, o, p)
	if err != nil {
		return nil, err
	}
	password, err := ensurePassword(o.Home)
	if err != nil {
		return nil, err
	}
	key, err := ensureKey(o.Home)
	if err != nil {
		return nil, err
	}
	err = e.update(func(s *State) {
		s.Neo4jUser, s.Neo4jPasswordFile = defaultUser, filepath.Join(o.Home, passwordFile)
		s.WeaviateKeyFile = filepath.Join(o.Home, keyFile)
	})
	o.Neo4jUser = defaultUser
	unitOf := func(s server) *unit { return &unit{server: s, engines: e, progress: p, log: o.Log} }
	return []*unit{unitOf(neo4jServer{o, java, password}), unitOf(weaviateServer{o, key})}, err
}

// bringUp makes every server ready. It chooses ports under a lock, so that no other causeway of
// this user does so at the same time.
func bringUp(ctx context.Context, o Options, p *progress, units []*unit, last State) error {
	var absent []*unit
	for _, u := range units {
		adopted, err := u.adopt(ctx, last.server(u.name()))
		if err != nil {
			return err
		}
		if !adopted {
			absent = append(absent, u)
		}
	}
	if len(absent) == 0 {
		return nil
	}
	lock, err := waitLock(ctx, filepath.Join(o.Cache, "ports.lock"), func() {
		p.say("waiting for another causeway that is starting")
	})
	if err != nil {
		return err
	}
	defer lock.Close()
	group, ctx := errgroup.WithContext(ctx)
	for _, u := range absent {
		group.Go(func() error { return u.start(ctx) })
	}
	return group.Wait()
}

// supervise watches the servers until ctx ends, Stop is called or one cannot be kept running;
// then it stops all of them and unlocks the home folder.
func (e *Engines) supervise(ctx context.Context, units []*unit, lock *os.File) {
	ctx, e.stop = context.WithCancel(ctx)
	e.announce()
	group, ctx := errgroup.WithContext(ctx)
	for _, u := range units {
		u.progress = nil
		group.Go(func() error { return u.watch(ctx) })
	}
	go func() {
		defer close(e.stopped)
		err := group.Wait()
		e.stop()
		err = errors.Join(err, e.retire(), lock.Close())
		e.mu.Lock()
		e.err = err
		e.mu.Unlock()
	}()
}

// announce records that everything is ready.
func (e *Engines) announce() {
	_ = e.update(func(s *State) { // a full disk must not stop what runs
		s.Ready = true
		for i := range s.Servers {
			s.Servers[i].Ready = true
			if s.Servers[i].Status == statusStarting {
				s.Servers[i].Status = statusRunning
			}
		}
	})
}

// abandon stops what a failed Up started.
func (e *Engines) abandon(units []*unit) error {
	var errs []error
	for _, u := range units {
		if err := u.process.end(stopGrace); err != nil && !errors.Is(err, errKilled) {
			errs = append(errs, fmt.Errorf("stop %s: %w", u.name(), err))
		}
	}
	return errors.Join(append(errs, e.retire())...)
}

// retire records that nothing runs any more. The ports stay recorded for reuse.
func (e *Engines) retire() error {
	return e.update(func(s *State) { s.retire() })
}

func (s *State) retire() {
	s.Ready, s.SupervisorPID, s.SupervisorStart = false, 0, ""
	for i := range s.Servers {
		server := &s.Servers[i]
		if !recorded(*server).alive() {
			server.PID, server.Start = 0, ""
			server.Status, server.Ready = statusStopped, false
		}
	}
}

// update changes the state and writes it.
func (e *Engines) update(change func(*State)) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	change(&e.state)
	return writeState(e.state)
}

// setServer changes the state of one server.
func (e *Engines) setServer(name string, change func(*Server)) {
	_ = e.update(func(s *State) { // see announce
		server := s.server(name)
		change(&server)
		s.setServer(server)
		s.Ready = s.allReady()
	})
}

// setServer adds or replaces a server in the state, with Neo4j before Weaviate.
func (s *State) setServer(server Server) {
	for i := range s.Servers {
		if s.Servers[i].Name == server.Name {
			s.Servers[i] = server
			return
		}
	}
	s.Servers = append(s.Servers, server)
	if strings.Compare(s.Servers[0].Name, server.Name) > 0 {
		s.Servers[0], s.Servers[len(s.Servers)-1] = server, s.Servers[0]
	}
}

func (s *State) allReady() bool {
	for _, server := range s.Servers {
		if !server.Ready {
			return false
		}
	}
	return len(s.Servers) > 0
}

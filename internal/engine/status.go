package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// probeTimeout bounds one check of a server.
const probeTimeout = 5 * time.Second

// Status checks the engines of a home: which processes live, whether they have a supervisor, and
// whether they answer now. It changes nothing. If nothing was ever started there, the Kind is
// empty.
func Status(ctx context.Context, home string) (State, error) {
	home, err := filepath.Abs(home)
	if err != nil {
		return State{}, fmt.Errorf("resolve home folder: %w", err)
	}
	s, err := readState(home)
	if err != nil || s.Kind == "" {
		return s, err
	}
	if !supervisor(s).alive() {
		s.SupervisorPID, s.SupervisorStart = 0, ""
	}
	if s.Kind == Embedded {
		s.Ready = s.SupervisorPID != 0
		return s, nil
	}
	s.look()
	s.probe(ctx)
	return s, nil
}

// look replaces the recorded state of native processes by their actual one.
func (s *State) look() {
	if s.Kind != Native {
		return
	}
	for i := range s.Servers {
		server := &s.Servers[i]
		switch {
		case !recorded(*server).alive():
			server.PID, server.Start = 0, ""
			if server.Status != statusStarting || s.SupervisorPID == 0 {
				server.Status = statusStopped
			}
		case s.SupervisorPID == 0:
			server.Status = statusOrphaned
		}
	}
}

// probe checks both servers concurrently.
func (s *State) probe(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	password, passwordErr := s.Password()
	var wg sync.WaitGroup
	for i := range s.Servers {
		server := &s.Servers[i]
		wg.Go(func() {
			server.Ready = server.Status != statusStopped && s.answers(ctx, server.Name, password, passwordErr)
		})
	}
	wg.Wait()
	s.Ready = len(s.Servers) > 0
	for _, server := range s.Servers {
		s.Ready = s.Ready && server.Ready
	}
}

func (s *State) answers(ctx context.Context, name, password string, passwordErr error) bool {
	if name == weaviateName {
		return readyWeaviate(ctx, s.WeaviateURL) == nil
	}
	if s.Kind == External {
		return reachable(ctx, s.Neo4jURI) == nil
	}
	if passwordErr != nil {
		return false
	}
	_, err := probeNeo4j(ctx, s.Neo4jURI, s.Neo4jUser, password)
	return err == nil
}

// exists reports whether path exists.
func exists(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, os.ErrNotExist)
}

// pause waits for d and reports whether ctx is still live.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return ctx.Err() == nil
	}
}

package engine_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/internal/engine"
	"github.com/causeway-memory/causeway/internal/enginetest"
)

// TestEngines_Lifecycle goes through the life of one home folder with real servers, from the
// first start through crashes of every process to the last one. Each step continues from the one
// before, because starting servers takes long.
func TestEngines_Lifecycle(t *testing.T) {
	needServers(t)
	home := newHome(t)
	l := &life{home: home}
	for _, step := range []struct {
		name, why string
		run       func(*testing.T)
	}{
		{"first start", "a taken usual port is replaced and said, secrets are private", l.firstStart},
		{"second up", "two supervisors would fight over the servers", l.secondUp},
		{"external", "a wrong setting is named, with its value", l.external},
		{"server killed", "a server that dies is started again on the same ports, with its data", l.serverKilled},
		{"supervisor killed", "what runs and is well is adopted, not restarted", l.supervisorKilled},
		{"adopted server killed", "a server that is not a child is watched as well", l.adoptedKilled},
		{"all killed", "acknowledged data survives", l.allKilled},
		{"other version runs", "a server of another version is replaced", l.otherVersion},
		{"key lost", "a server that does not want the key of its home is replaced", l.keyLost},
		{"state lost", "a server nobody recorded still locks its data", l.stateLost},
		{"orphans down", "down stops what no supervisor stops", l.orphansDown},
		{"other ports", "data must not depend on ports", l.otherPorts},
		{"gives up", "a server that cannot be kept running ends everything, with the reason", l.givesUp},
	} {
		if !t.Run(step.name, step.run) {
			t.Fatalf("%s: %s", step.name, step.why)
		}
	}
}

// life is the state that steps pass on.
type life struct {
	home  string
	sup   supervisor
	state engine.State
	kept  int
}

func (l *life) remember(t *testing.T) {
	t.Helper()
	l.kept++
	remember(t, l.state, l.kept)
	wantRemembered(t, l.state, l.kept)
}

func (l *life) firstStart(t *testing.T) {
	bolt, err := net.Listen("tcp", "127.0.0.1:7687")
	if err == nil { // otherwise another process has it, which serves as well
		defer bolt.Close()
	}
	l.sup, l.state = up(t, l.home)
	l.remember(t)
	neo4j := server(t, l.state, "neo4j")
	if neo4j.Ports["bolt"] == 7687 || !strings.Contains(neo4j.Note, "instead of 7687") {
		t.Errorf("bolt port = %d, note %q; want another than 7687 and a note", neo4j.Ports["bolt"], neo4j.Note)
	}
	if !strings.Contains(l.sup.said(t), "instead of 7687") {
		t.Errorf("the replaced port was not said:\n%s", l.sup.said(t))
	}
	for _, name := range []string{"neo4j-password", "weaviate-key", "state.json"} {
		info, err := os.Stat(filepath.Join(l.home, name))
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("mode of %s = %v (%v), want 0600", name, info.Mode(), err)
		}
	}
	now, err := engine.Status(t.Context(), l.home)
	if err != nil || !now.Ready || now.SupervisorPID != l.sup.Process.Pid {
		t.Errorf("Status = %+v, %v; want ready under %d", now, err, l.sup.Process.Pid)
	}
	for name, version := range map[string]string{"neo4j": engine.Neo4jVersion, "weaviate": engine.WeaviateVersion} {
		s := server(t, now, name)
		if s.Status != "running" || s.Version != version || !s.Ready || time.Since(s.Since) > 15*time.Minute {
			t.Errorf("%s = %+v, want it running at %s", name, s, version)
		}
	}
	t.Run("private", func(t *testing.T) { wantPrivate(t, now) })
	t.Run("settings", func(t *testing.T) { wantSettings(t, now) })
}

func (l *life) secondUp(t *testing.T) {
	_, err := engine.Up(t.Context(), engine.Options{Kind: engine.Native, Home: l.home})
	var running *engine.RunningError
	if !errors.As(err, &running) || running.PID != l.sup.Process.Pid || running.Home != l.home {
		t.Fatalf("Up = %v, want a RunningError of process %d", err, l.sup.Process.Pid)
	}
	if now := l.status(t); !now.Ready {
		t.Errorf("the second Up disturbed the first: %+v", now)
	}
}

func (l *life) serverKilled(t *testing.T) {
	for _, name := range []string{"neo4j", "weaviate"} {
		kill(t, server(t, l.state, name).PID)
	}
	eventually(t, "both servers run again", func() bool {
		now := l.status(t)
		return now.Ready && server(t, now, "neo4j").Restarts == 1 && server(t, now, "weaviate").Restarts == 1
	})
	was := l.state
	l.state = l.status(t)
	for _, name := range []string{"neo4j", "weaviate"} {
		if diff := cmp.Diff(server(t, was, name).Ports, server(t, l.state, name).Ports); diff != "" {
			t.Errorf("ports of %s changed: %s", name, diff)
		}
	}
	wantRemembered(t, l.state, l.kept)
	l.remember(t)
}

func (l *life) supervisorKilled(t *testing.T) {
	kill(t, l.sup.Process.Pid)
	orphans := l.status(t)
	for _, s := range orphans.Servers {
		if s.Status != "orphaned" || !s.Ready {
			t.Errorf("%s is %s (ready %v), want a ready orphan", s.Name, s.Status, s.Ready)
		}
	}
	was := l.pids(t)
	l.sup, l.state = up(t, l.home)
	if diff := cmp.Diff(was, l.pids(t)); diff != "" {
		t.Errorf("healthy servers were replaced: %s\n%s", diff, l.sup.said(t))
	}
	for _, s := range l.status(t).Servers {
		if s.Status != "adopted" || !s.Ready {
			t.Errorf("%s is %s, want adopted", s.Name, s.Status)
		}
	}
	wantRemembered(t, l.state, l.kept)
}

func (l *life) adoptedKilled(t *testing.T) {
	was := l.pids(t)
	kill(t, was["weaviate"])
	eventually(t, "Weaviate runs again", func() bool {
		now := l.status(t)
		return now.Ready && server(t, now, "weaviate").Status == "running"
	})
	l.state = l.status(t)
	if now := l.pids(t); now["weaviate"] == was["weaviate"] || now["neo4j"] != was["neo4j"] {
		t.Errorf("processes were %v and are %v, want a new Weaviate only", was, now)
	}
	l.remember(t)
}

func (l *life) allKilled(t *testing.T) {
	kill(t, l.sup.Process.Pid)
	for _, pid := range l.pids(t) {
		kill(t, pid)
	}
	for _, s := range l.status(t).Servers {
		if s.Status != "stopped" || s.PID != 0 || s.Ready {
			t.Errorf("%s is %s (process %d, ready %v), want stopped", s.Name, s.Status, s.PID, s.Ready)
		}
	}
	l.sup, l.state = race(t, l.home)
	wantRemembered(t, l.state, l.kept)
	l.remember(t)
}

// race starts two supervisors at the same time and returns the one that won.
func race(t *testing.T, home string) (supervisor, engine.State) {
	t.Helper()
	a, b := spawn(t, home), spawn(t, home)
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	state, err := engine.Await(ctx, home, 0)
	if err != nil {
		t.Fatalf("Await: %v\n%s\n%s", err, a.said(t), b.said(t))
	}
	if state.SupervisorPID == b.Process.Pid {
		a, b = b, a
	}
	eventually(t, "the second supervisor ends", func() bool { return !engine.ProcessLives(b.Process.Pid) })
	if said := b.said(t); !strings.Contains(said, "with the home folder "+home) {
		t.Errorf("the second supervisor said %q", said)
	}
	return a, state
}

func (l *life) otherVersion(t *testing.T) {
	kill(t, l.sup.Process.Pid)
	was := l.pids(t)
	path := filepath.Join(l.home, "state.json")
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	old := strings.ReplaceAll(string(b), `"`+engine.WeaviateVersion+`"`, `"1.0.0"`)
	if err := os.WriteFile(path, []byte(old), 0o600); err != nil {
		t.Fatal(err)
	}
	l.sup, l.state = up(t, l.home)
	if now := l.pids(t); now["weaviate"] == was["weaviate"] || now["neo4j"] != was["neo4j"] {
		t.Errorf("processes were %v and are %v, want a new Weaviate only", was, now)
	}
	if engine.ProcessLives(was["weaviate"]) {
		t.Error("the old Weaviate still lives")
	}
	wantRemembered(t, l.state, l.kept)
}

// keyLost removes the key, as in a home folder from a version without keys.
func (l *life) keyLost(t *testing.T) {
	kill(t, l.sup.Process.Pid)
	was := l.pids(t)
	old, err := l.state.WeaviateKey()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(l.state.WeaviateKeyFile); err != nil {
		t.Fatal(err)
	}
	l.sup, l.state = up(t, l.home)
	if now := l.pids(t); now["weaviate"] == was["weaviate"] || now["neo4j"] != was["neo4j"] {
		t.Errorf("processes were %v and are %v, want a new Weaviate only", was, now)
	}
	if key, err := l.state.WeaviateKey(); err != nil || key == old || key == "" {
		t.Errorf("no other key was made: %v", err)
	}
	wantRemembered(t, l.state, l.kept)
}

func (l *life) stateLost(t *testing.T) {
	kill(t, l.sup.Process.Pid)
	path := filepath.Join(l.home, "state.json")
	if err := os.Rename(path, path+".away"); err != nil {
		t.Fatal(err)
	}
	_, err := engine.Up(t.Context(), engine.Options{Kind: engine.Native, Home: l.home})
	if err == nil || !strings.Contains(err.Error(), "in use by a server that was not recorded") {
		t.Errorf("Up = %v, want a refusal", err)
	}
	for name, pid := range l.pids(t) {
		if !engine.ProcessLives(pid) {
			t.Errorf("%s was stopped", name)
		}
	}
	if err := os.Rename(path+".away", path); err != nil {
		t.Fatal(err)
	}
}

func (l *life) orphansDown(t *testing.T) {
	pids := l.pids(t)
	if err := engine.Down(t.Context(), l.home); err != nil {
		t.Fatalf("Down: %v", err)
	}
	for name, pid := range pids {
		if engine.ProcessLives(pid) {
			t.Errorf("%s still lives", name)
		}
	}
	if err := engine.Down(t.Context(), l.home); err != nil {
		t.Errorf("second Down: %v", err)
	}
}

func (l *life) otherPorts(t *testing.T) {
	for _, s := range l.state.Servers {
		for name, number := range s.Ports {
			listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", number))
			if err != nil {
				t.Fatalf("take %s of %s: %v", name, s.Name, err)
			}
			defer listener.Close()
		}
	}
	was := l.state
	l.sup, l.state = up(t, l.home)
	for _, name := range []string{"neo4j", "weaviate"} {
		for purpose, number := range server(t, l.state, name).Ports {
			if server(t, was, name).Ports[purpose] == number {
				t.Errorf("%s of %s is %d again, which is taken", purpose, name, number)
			}
		}
	}
	wantRemembered(t, l.state, l.kept)
	l.remember(t)
}

func (l *life) givesUp(t *testing.T) {
	was := l.pids(t)
	number := server(t, l.state, "weaviate").Ports["rest"]
	kill(t, was["weaviate"])
	var listener net.Listener
	eventually(t, "the port is taken", func() bool {
		var err error
		if listener, err = net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", number)); err != nil {
			// The server may have been restarted before the test gets here.
			if pid := l.pids(t)["weaviate"]; pid > 0 {
				_ = syscall.Kill(pid, syscall.SIGKILL)
			}
		}
		return err == nil
	})
	defer listener.Close()
	eventually(t, "the supervisor ends", func() bool { return !engine.ProcessLives(l.sup.Process.Pid) })
	if said := l.sup.said(t); !strings.Contains(said, "keep weaviate running: it ended 6 times") {
		t.Errorf("the supervisor said:\n%s", said)
	}
	if engine.ProcessLives(was["neo4j"]) {
		t.Error("Neo4j runs without a supervisor")
	}
}

// down makes a supervisor stop its servers.
func (l *life) down(t *testing.T) {
	began := time.Now()
	pids := l.pids(t)
	if err := engine.Down(context.Background(), l.home); err != nil {
		t.Fatalf("Down: %v", err)
	}
	for name, pid := range pids {
		if engine.ProcessLives(pid) {
			t.Errorf("%s still lives", name)
		}
	}
	eventually(t, "the supervisor ends", func() bool { return !engine.ProcessLives(l.sup.Process.Pid) })
	if took := time.Since(began); enginetest.TooLong(t, took, time.Minute) {
		t.Errorf("Down took %s: the servers were killed, not stopped", took)
	}
	now := l.status(t)
	if now.Ready || now.SupervisorPID != 0 {
		t.Errorf("Status after Down = %+v", now)
	}
}

func (l *life) status(t *testing.T) engine.State {
	t.Helper()
	s, err := engine.Status(t.Context(), l.home)
	if err != nil {
		t.Fatalf("Status: %v", err)
	}
	return s
}

func (l *life) pids(t *testing.T) map[string]int {
	t.Helper()
	return map[string]int{
		"neo4j":    server(t, l.state, "neo4j").PID,
		"weaviate": server(t, l.state, "weaviate").PID,
	}
}

package engine_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/causeway-memory/causeway/internal/engine"
)

func TestEmbedded_HoldsTheHome(t *testing.T) {
	home := filepath.Join(t.TempDir(), "home")
	o := engine.Options{Home: home}
	engines, err := engine.Up(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	state, err := engine.Status(t.Context(), home)
	if err != nil || state.Kind != engine.Embedded || !state.Ready || state.DatabasePath != engine.DatabasePath(home) || len(state.Servers) > 0 {
		t.Errorf("status: %+v, %v", state, err)
	}
	var running *engine.RunningError
	if _, err := engine.Up(t.Context(), o); !errors.As(err, &running) || running.PID != os.Getpid() {
		t.Errorf("a second supervisor of one home: %v", err)
	}
	if err := engines.Stop(); err != nil {
		t.Fatal(err)
	}
	if state, err = engine.Status(t.Context(), home); err != nil || state.Ready || state.SupervisorPID != 0 {
		t.Errorf("status afterwards: %+v, %v", state, err)
	}
	again, err := engine.Up(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Stop(); err != nil {
		t.Fatal(err)
	}
}

func TestEmbedded_HomeThatCannotBeMade(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := engine.Up(t.Context(), engine.Options{Home: filepath.Join(file, "home")})
	wantError(t, "the setting is named", err, "home folder", "setting home")
}

func TestEmbedded_Doctor(t *testing.T) {
	home := t.TempDir()
	checks, err := engine.Doctor(t.Context(), engine.Options{Home: home})
	if err != nil || len(checks) != 2 {
		t.Fatalf("doctor: %+v, %v", checks, err)
	}
	for _, c := range checks {
		if c.Name == "database" && c.Message == "" || c.Level == "fail" {
			t.Errorf("a new home: %+v", c)
		}
	}
	if engine.HasNativeData(home) {
		t.Error("nothing of native engines is there")
	}
}

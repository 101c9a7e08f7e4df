package embedding_test

import (
	"encoding/json"
	"errors"
	"math"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/embedding"
	"github.com/causeway-memory/causeway/internal/enginetest"
)

// local returns a model of the installed sentence model, and what is known of it.
func local(t testing.TB, l embedding.Local) (episodic.Embedder, episodic.Model, episodic.ModelData) {
	t.Helper()
	e, end, err := embedding.New(embedding.Options{Provider: embedding.ProviderLocal, Local: l})
	must(t, err)
	t.Cleanup(func() { must(t, end()) })
	data, err := e.Prepare(t.Context(), nil)
	must(t, err)
	m, err := e.Load(data)
	must(t, err)
	return e, m, data
}

// TestLocal compares with a forward pass of its own (internal/sentence/testdata/vectors.py), and ends what runs the model in every way.
func TestLocal(t *testing.T) {
	l := enginetest.SentenceModel(t)
	e, m, data := local(t, l)
	if m.Instant() || data.Provider != embedding.ProviderLocal || data.Dimension != 384 || data.Model != l.Model {
		t.Errorf("the model is %+v", data)
	}
	text, err := os.ReadFile(filepath.Join("..", "sentence", "testdata", "vectors.json"))
	must(t, err)
	var known []struct {
		Text   string
		Vector []float32
	}
	must(t, json.Unmarshal(text, &known))
	texts := make([]episodic.EmbedText, len(known))
	for i, k := range known {
		texts[i].Plain = k.Text
	}
	vectors, err := m.Embed(t.Context(), texts)
	must(t, err)
	for i, k := range known {
		if strings.TrimSpace(k.Text) == "" {
			if vectors[i] != nil {
				t.Errorf("%q says nothing and has a vector", k.Text)
			}
			continue
		}
		if c := dot(vectors[i], k.Vector); math.Abs(c-1) > 1e-4 {
			t.Errorf("%.40q: the cosine with the known vector is %.6f", k.Text, c)
		}
	}
	if near, far := dot(vectors[0], vectors[1]), dot(vectors[0], vectors[2]); near < far+.2 {
		t.Errorf("charged twice is as near to duplicate billing (%.2f) as to a pancake (%.2f)", near, far)
	}
	for name, part := range map[string]func(t *testing.T){
		"it is started again": func(t *testing.T) { startedAgain(t, e, m) },
		"many at once":        func(t *testing.T) { manyAtOnce(t, m) },
		"the same again":      func(t *testing.T) { sameAgain(t, e, l, data) },
	} {
		t.Run(name, part)
	}
}

// startedAgain kills the program between questions and under one.
func startedAgain(t *testing.T, e episodic.Embedder, m episodic.Model) {
	for i := range 3 {
		killed := embedding.Child(e)
		embed := func() error {
			_, err := m.Embed(t.Context(), []episodic.EmbedText{{Plain: "after kill " + strconv.Itoa(i)}})
			return err
		}
		if i < 2 {
			must(t, killed.Kill())
		} else {
			go func() { _ = killed.Kill() }() // it may have ended
		}
		if err := embed(); err != nil {
			t.Errorf("after the program was killed: %v", err)
		}
		if i < 2 && embedding.Child(e).Pid == killed.Pid {
			t.Error("the killed program is taken for a running one")
		}
	}
}

func manyAtOnce(t *testing.T, m episodic.Model) {
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			texts := []episodic.EmbedText{{Plain: "the shared text"}, {Plain: "text " + strconv.Itoa(i)}}
			vectors, err := m.Embed(t.Context(), texts)
			if err != nil || len(vectors) != 2 || math.Abs(dot(vectors[0], vectors[0])-1) > 1e-5 {
				t.Errorf("%d vectors, %v", len(vectors), err)
			}
		})
	}
	all.Wait()
}

// sameAgain holds that another process makes the same model of it, and that its vectors are not taken for another's.
func sameAgain(t *testing.T, e episodic.Embedder, l embedding.Local, data episodic.ModelData) {
	other, _, again := local(t, l)
	if again.Fingerprint != data.Fingerprint {
		t.Error("the same model has another fingerprint in another process")
	}
	active := episodic.Generation{Fingerprint: data.Fingerprint, Provider: data.Provider, Model: data.Model, Dimension: data.Dimension}
	if e.Wants(active, 10) || other.Wants(active, 10) {
		t.Error("a project with its vectors should get new ones")
	}
	active.Provider = embedding.ProviderStatic
	if !e.Wants(active, 10) {
		t.Error("a project with the vectors of another provider should get new ones")
	}
	data.Provider = embedding.ProviderOpenAI
	if _, err := e.Load(data); !errors.Is(err, episodic.ErrModelChanged) {
		t.Errorf("vectors of an endpoint are taken for its own: %v", err)
	}
}

// TestLocal_parentDies holds that the program does not outlive causeway, however that ends: nobody listens any more.
func TestLocal_parentDies(t *testing.T) {
	l := enginetest.SentenceModel(t)
	if note := os.Getenv("CAUSEWAY_TEST_PARENT"); note != "" {
		e, _, _ := local(t, l)
		must(t, os.WriteFile(note, []byte(embedding.ChildSocket(e)), 0o600))
		must(t, syscall.Kill(os.Getpid(), syscall.SIGKILL))
		select {}
	}
	note := filepath.Join(t.TempDir(), "socket")
	parent := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestLocal_parentDies$")
	parent.Env = append(os.Environ(), "CAUSEWAY_TEST_PARENT="+note)
	if out, err := parent.CombinedOutput(); err == nil || parent.ProcessState.Exited() {
		t.Fatalf("the parent was not killed: %v\n%s", err, out)
	}
	socket, err := os.ReadFile(note)
	must(t, err)
	for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(20 * time.Millisecond) {
		connection, err := (&net.Dialer{}).DialContext(t.Context(), "unix", string(socket))
		if err != nil {
			return
		}
		must(t, connection.Close())
		if time.Now().After(deadline) {
			t.Fatal("the program outlives its parent")
		}
	}
}

func TestLocal_broken(t *testing.T) {
	l := enginetest.SentenceModel(t)
	none := filepath.Join(t.TempDir(), "none")
	text := filepath.Join(t.TempDir(), "text")
	must(t, os.WriteFile(text, []byte("no library"), 0o600))
	for _, c := range []struct {
		why, want string
		change    func(l *embedding.Local)
	}{
		{"nothing is installed", "causeway model install", func(l *embedding.Local) { *l = embedding.Local{} }},
		{"no program", "start causeway-model", func(l *embedding.Local) { l.Program = none }},
		{"no model", "config.json", func(l *embedding.Local) { l.Folder = none }},
		{"no library", none, func(l *embedding.Local) { l.Library = none }},
		{"a file that is no library", text, func(l *embedding.Local) { l.Library = text }},
	} {
		t.Run(c.why, func(t *testing.T) {
			t.Parallel()
			broken := l
			c.change(&broken)
			e, end, err := embedding.New(embedding.Options{Provider: embedding.ProviderLocal, Local: broken})
			if err == nil {
				defer func() { must(t, end()) }()
				if _, err = e.Prepare(t.Context(), nil); !errors.Is(err, episodic.ErrUnavailable) {
					t.Errorf("%v is no ErrUnavailable", err)
				}
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v does not name %s", err, c.want)
			}
		})
	}
}

// TestLocal_complaint holds that who hears that a connection broke finds what the program said, however long the way of that was.
func TestLocal_complaint(t *testing.T) {
	program := filepath.Join(t.TempDir(), "program")
	// Its connections break at once, and what it says comes later, by the pipe that its own child holds.
	must(t, os.WriteFile(program, []byte("#!/bin/sh\nexec 3<&-\n(sleep .3; echo out of luck >&2) &\nexit 1\n"), 0o700))
	e, end, err := embedding.New(embedding.Options{Provider: embedding.ProviderLocal, Local: embedding.Local{Program: program, Folder: "none", Library: "none"}})
	must(t, err)
	defer func() { must(t, end()) }()
	if _, err := e.Prepare(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "out of luck") {
		t.Errorf("%v does not say what the program said", err)
	}
}

// BenchmarkLocal measures a question of 12 pieces and a chunk of 110 on one core: go test -run '^$' -bench Local -cpu 1 ./internal/embedding.
func BenchmarkLocal(b *testing.B) {
	l := enginetest.SentenceModel(b)
	_, m, _ := local(b, l)
	for name, words := range map[string]int{"question": 10, "chunk": 108} {
		b.Run(name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				if _, err := m.Embed(b.Context(), []episodic.EmbedText{{Plain: strconv.Itoa(i) + strings.Repeat(" word", words-1)}}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

package engine_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/causeway-memory/causeway/internal/engine"
)

// An installation keeps the classes of Neo4j once, and Java takes them for these jars.
func TestInstall_KeepsClasses(t *testing.T) {
	needServers(t)
	o := engine.Options{Kind: engine.Native, Home: t.TempDir()}
	if err := engine.Install(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	n, err := engine.Neo4jStart(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(n.Classes)
	if err != nil || before.Size() == 0 {
		t.Fatalf("the classes: %v, %v", before, err)
	}
	if !slices.Contains(n.Args, "-XX:SharedArchiveFile="+n.Classes) {
		t.Errorf("a start does not use them: %q", n.Args)
	}
	loaded := func(classPath string) bool {
		cmd := exec.Command(n.Java, "-XX:SharedArchiveFile="+n.Classes, "-Xlog:class+load", "-cp", classPath, "org.neo4j.cli.AdminTool", "--version")
		cmd.Env = append(os.Environ(), "NEO4J_HOME="+t.TempDir())
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("ask for the version: %v: %s", err, out)
		}
		for line := range strings.Lines(string(out)) {
			if strings.Contains(line, " org.neo4j.") && strings.Contains(line, "source: shared objects file (top)") {
				return true
			}
		}
		return false
	}
	if !loaded(n.ClassPath) {
		t.Error("Java does not take them")
	}
	if jars, err := filepath.Glob(n.ClassPath + ".jar"); err != nil || len(jars) == 0 || loaded(jars[len(jars)-1]+":"+n.ClassPath) {
		t.Errorf("Java takes them for jars in another order, so that this test would not notice what it ignores: %d jars, %v", len(jars), err)
	}
	if err := engine.Install(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if after, err := os.Stat(n.Classes); err != nil || !after.ModTime().Equal(before.ModTime()) {
		t.Errorf("made again: %v, %v", after, err)
	}
}

// unwilling is a Java that runs no server.
const unwilling = `#!/bin/sh
case "$1" in
-version) echo 'openjdk version "17.0.1"' >&2 ;;
@*) ;; # sets the password
*) echo 'no room for the heap'; exit 3 ;;
esac
`

// A Java that cannot run the server says why, and leaves nothing behind.
func TestInstall_KeepsNoClassesOfAServerThatFails(t *testing.T) {
	java := t.TempDir()
	if err := os.Mkdir(filepath.Join(java, "bin"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(java, "bin", "java"), []byte(unwilling), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("JAVA_HOME", java)
	o := engine.Options{Kind: engine.Native, Home: t.TempDir(), Cache: t.TempDir()}
	var said bytes.Buffer
	if err := engine.KeepClasses(t.Context(), o, &said); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"starts take longer than they could", "exit status 3", "no room for the heap"} {
		if !strings.Contains(said.String(), want) {
			t.Errorf("it does not say %q: %s", want, said.String())
		}
	}
	if left, err := filepath.Glob(filepath.Join(o.Cache, ".neo4j-*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// A Java that keeps no classes is not asked to use them, nor a second time to make them.
func TestInstall_KeepsNoClasses(t *testing.T) {
	o := engine.Options{Kind: engine.Native, Home: t.TempDir(), Cache: t.TempDir()}
	n, err := engine.Neo4jStart(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(n.Classes), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(n.Classes, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	if err := engine.KeepClasses(t.Context(), o, &said); err != nil || said.Len() > 0 {
		t.Errorf("made again: %v, %s", err, said.String())
	}
	if n, err = engine.Neo4jStart(t.Context(), o); err != nil || strings.Contains(strings.Join(n.Args, " "), "SharedArchiveFile") {
		t.Errorf("a start asks for them: %v, %q", err, n.Args)
	}
}

// What is started to prepare something ends with the process that starts it, however that ends.
func TestEndsWithUs(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("SKIPPED, NOT RUN: only Linux ends a process with another")
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"=1")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line := make([]byte, 20)
	n, err := out.Read(line)
	child, failed := strconv.Atoi(strings.TrimSpace(string(line[:n])))
	if err != nil || failed != nil || !engine.ProcessLives(child) {
		t.Fatalf("the child is %q: %v, %v", line[:n], err, failed)
	}
	if err := cmd.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
	eventually(t, "the child is gone", func() bool { return !engine.ProcessLives(child) })
}

package enginetest_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/enginetest"
)

// TestUseQuickJava starts what stands for Java by its settings: everything is compiled quickly, and only the server keeps its plans,
// where that was asked for.
func TestUseQuickJava(t *testing.T) {
	const server = "org.neo4j.server.CommunityEntryPoint"
	for _, c := range []struct {
		why       string
		keep      bool
		args      string
		kept, not string
	}{
		{"a server that keeps its plans", true, "-Xmx1g " + server + " --home-dir=x", "-Xmx1g " + server + " --home-dir=x -c dbms.cypher.min_replan_interval=1d", ""},
		{"a server that does not", false, "-Xmx1g " + server + " --home-dir=x", server, "min_replan_interval"},
		{"another program", true, "-version", "-version", "min_replan_interval"},
	} {
		t.Run(c.why, func(t *testing.T) {
			home := filepath.Join(t.TempDir(), "a java")
			if err := os.MkdirAll(filepath.Join(home, "bin"), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(home, "bin", "java"), []byte("#!/bin/sh\necho \"$@\"\n"), 0o700); err != nil {
				t.Fatal(err)
			}
			t.Setenv("JAVA_HOME", home)
			if err := enginetest.UseQuickJava(t.TempDir(), c.keep); err != nil {
				t.Fatal(err)
			}
			out, err := exec.Command(filepath.Join(os.Getenv("JAVA_HOME"), "bin", "java"), strings.Fields(c.args)...).CombinedOutput()
			if err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			if !strings.HasPrefix(string(out), "-XX:TieredStopAtLevel=1 ") || !strings.Contains(string(out), c.kept) || c.not != "" && strings.Contains(string(out), c.not) {
				t.Errorf("Java is started with %s", out)
			}
		})
	}
}

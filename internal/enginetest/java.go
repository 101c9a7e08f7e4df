package enginetest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// quickJava starts a Java machine that compiles every method once, quickly: without that, a start of Neo4j takes
// twice the processor time, and a server of tests does not live long enough to earn it. Such a machine would have
// room for a fifth of the compiled code only.
const quickJava = `#!/bin/sh
case " $* " in
*" org.neo4j.server.CommunityEntryPoint "*) set -- "$@" %s ;;
esac
exec %q -XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=240m "$@"
`

// keptPlans lets Neo4j keep the plan of a statement. Otherwise it makes another when statistics have changed by three quarters,
// which they always have after the next test, whose project comes and goes: on a busy machine that is most of
// its work. A plan that was made without data can be very bad for a large project.
const keptPlans = "-c dbms.cypher.min_replan_interval=1d"

// UseQuickJava lets the engines that this process and its children start run on such a machine, with kept plans or
// without. dir has to stay as long as they do. It changes JAVA_HOME. Without any Java it does nothing.
func UseQuickJava(dir string, keep bool) error {
	settings := ""
	if keep {
		settings = keptPlans
	}
	java := filepath.Join(os.Getenv("JAVA_HOME"), "bin", "java")
	if _, err := os.Stat(java); os.Getenv("JAVA_HOME") == "" || err != nil {
		if java, err = exec.LookPath("java"); err != nil {
			return nil //nolint:nilerr // who needs Java says that it is missing
		}
	}
	bin := filepath.Join(dir, "bin")
	if err := os.MkdirAll(bin, 0o700); err != nil {
		return fmt.Errorf("make a folder for Java: %w", err)
	}
	if err := os.WriteFile(filepath.Join(bin, "java"), fmt.Appendf(nil, quickJava, settings, java), 0o700); err != nil {
		return fmt.Errorf("write the start of Java: %w", err)
	}
	return os.Setenv("JAVA_HOME", dir)
}

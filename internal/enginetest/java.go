package enginetest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// quickJava starts a Java machine that compiles every method once, quickly. A server that a test starts
// and stops again does not live long enough to earn what compiling a method a second time costs: without
// that, a start takes half the processor time.
const quickJava = "#!/bin/sh\nexec %q -XX:TieredStopAtLevel=1 \"$@\"\n"

// UseQuickJava lets the engines that this process and its children start run on such a machine. dir has
// to stay as long as they do. It changes JAVA_HOME. Without any Java it does nothing.
func UseQuickJava(dir string) error {
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
	if err := os.WriteFile(filepath.Join(bin, "java"), fmt.Appendf(nil, quickJava, java), 0o700); err != nil {
		return fmt.Errorf("write the start of Java: %w", err)
	}
	return os.Setenv("JAVA_HOME", dir)
}

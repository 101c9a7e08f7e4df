package engine

import (
	"os/exec"
	"syscall"
)

// endsWithUs lets the system kill a process when the thread that starts it ends, so also when we are killed.
func endsWithUs(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

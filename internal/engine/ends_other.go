//go:build !linux

package engine

import (
	"os/exec"
	"syscall"
)

// endsWithUs keeps an interrupt typed at the terminal from a process. It cannot end with us here.
func endsWithUs(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// ticks is how many units of processor time the kernel counts in a second, on every Linux.
const ticks = 100

// processes is what the program uses, with the servers that it started.
type processes struct {
	used     time.Duration
	resident int64
}

// processes adds up the program's process and all below it; nil where the system has no /proc.
func (m *measuring) processes() *processes {
	files, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil || len(files) == 0 {
		return nil
	}
	parents, uses := map[int]int{}, map[int]processes{}
	for _, file := range files {
		if pid, parent, use, ok := readProcess(file); ok {
			parents[pid], uses[pid] = parent, use
		}
	}
	var sum processes
	for pid, use := range uses {
		if below(parents, pid, m.program.PID()) {
			sum.used += use.used
			sum.resident += use.resident
		}
	}
	return &sum
}

// below says whether a process is another one or was started below it.
func below(parents map[int]int, pid, of int) bool {
	for pid != of {
		parent, known := parents[pid]
		if !known || parent == pid {
			return false
		}
		pid = parent
	}
	return true
}

// The places of fields behind the name of a process, as proc(5) has them.
const (
	fieldParent   = 1
	fieldUser     = 11
	fieldSystem   = 12
	fieldResident = 21
)

// readProcess reads /proc/PID/stat. A process may have ended meanwhile.
func readProcess(file string) (pid, parent int, use processes, ok bool) {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0, 0, processes{}, false
	}
	pid, err = strconv.Atoi(filepath.Base(filepath.Dir(file)))
	at := strings.LastIndex(string(text), ")")
	fields := strings.Fields(string(text[at+1:]))
	if err != nil || len(fields) <= fieldResident {
		return 0, 0, processes{}, false
	}
	number := func(field int) int64 {
		n, _ := strconv.ParseInt(fields[field], 10, 64) // the kernel writes numbers
		return n
	}
	use.used = time.Duration(number(fieldUser)+number(fieldSystem)) * time.Second / ticks
	use.resident = number(fieldResident) * int64(os.Getpagesize())
	return pid, int(number(fieldParent)), use, true
}

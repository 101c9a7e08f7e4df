package engine

import (
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// memoryMiB returns the machine's memory, 0 if unknown.
func memoryMiB() int {
	if runtime.GOOS != "linux" {
		out, err := exec.Command("sysctl", "-n", "hw.memsize").Output()
		if err != nil {
			return 0
		}
		bytes, err := strconv.Atoi(strings.TrimSpace(string(out)))
		if err != nil {
			return 0
		}
		return bytes >> 20
	}
	b, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(b)) {
		fields := strings.Fields(line)
		if len(fields) > 1 && fields[0] == "MemTotal:" {
			kib, err := strconv.Atoi(fields[1])
			if err != nil {
				return 0
			}
			return kib >> 10
		}
	}
	return 0
}

// disk returns the free space at path, or at its nearest existing parent, in MiB and as a
// fraction of the whole.
func disk(path string) (freeMiB int, part float64, err error) {
	for !exists(path) && path != "/" {
		path = path[:max(strings.LastIndexByte(path, '/'), 1)]
	}
	var stat unix.Statfs_t
	if err := unix.Statfs(path, &stat); err != nil {
		return 0, 0, err
	}
	free := stat.Bavail * uint64(stat.Bsize) //nolint:gosec // a block size is positive
	return int(free >> 20), float64(stat.Bavail) / float64(max(stat.Blocks, 1)), nil
}

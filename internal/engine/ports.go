package engine

import (
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
)

// port is one port that a server listens on.
type port struct {
	// name is its purpose, the key in [Server.Ports].
	name string
	// usual is the number that users expect.
	usual int
	// everywhere says that the server listens on all addresses, whatever it is told.
	everywhere bool
	// packets says that the server uses UDP on the same number too.
	packets bool
}

// choosePorts gives every wanted port a number: the one used last when it is free, else the
// usual one, else any free one. The note names the usual ports that were taken.
func choosePorts(wanted []port, last map[string]int) (chosen map[string]int, note string, err error) {
	chosen = make(map[string]int, len(wanted))
	used := make([]int, 0, len(wanted))
	var replaced []string
	for _, p := range wanted {
		number := 0
		for _, candidate := range []int{last[p.name], p.usual} {
			if candidate != 0 && !slices.Contains(used, candidate) && p.free(candidate) {
				number = candidate
				break
			}
		}
		for number == 0 {
			if number, err = anyFree(); err != nil {
				return nil, "", err
			}
			if slices.Contains(used, number) || !p.free(number) {
				number = 0
			}
		}
		if number != p.usual {
			replaced = append(replaced, fmt.Sprintf("%s %d instead of %d", p.name, number, p.usual))
		}
		chosen[p.name] = number
		used = append(used, number)
	}
	if len(replaced) > 0 {
		note = "usual ports were taken: " + strings.Join(replaced, ", ")
	}
	return chosen, note, nil
}

// free reports whether the server could listen on the number now.
func (p port) free(number int) bool {
	hosts := []string{"127.0.0.1"}
	if p.everywhere {
		hosts = append(hosts, "")
	}
	for _, host := range hosts {
		address := net.JoinHostPort(host, strconv.Itoa(number))
		l, err := net.Listen("tcp", address)
		if err != nil {
			return false
		}
		_ = l.Close() // nothing was accepted
		if !p.packets {
			continue
		}
		c, err := net.ListenPacket("udp", address)
		if err != nil {
			return false
		}
		_ = c.Close() // nothing was read
	}
	return true
}

func anyFree() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, fmt.Errorf("find a free port: %w", err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

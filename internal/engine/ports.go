package engine

import (
	"fmt"
	"maps"
	"net"
	"slices"
	"strconv"
	"strings"
)

// port describes a port of a server.
type port struct {
	// name is the key in [Server.Ports].
	name string
	// usual is the default number.
	usual int
	// everywhere means that the server always listens on all addresses.
	everywhere bool
	// packets means that the server also uses UDP on the same number.
	packets bool
	// inner means that the port is internal to the server, so its number does not matter to
	// users.
	inner bool
}

// nearby is how many numbers after the usual one are tried before any free one. The system's
// ephemeral ports are only the second choice, because an outgoing connection may occupy the port
// when a server is restarted.
const nearby = 100

// choosePorts chooses a number for every port: the last one if it is free, else the usual one,
// else one nearby, else any. The note names the ports that differ from what users expect.
func choosePorts(wanted []port, last map[string]int) (chosen map[string]int, note string, err error) {
	chosen = make(map[string]int, len(wanted))
	var moved []string
	for _, p := range wanted {
		number, err := p.choose(last[p.name], slices.Collect(maps.Values(chosen)))
		if err != nil {
			return nil, "", err
		}
		if number != p.usual && !p.inner {
			moved = append(moved, fmt.Sprintf("%s port %d instead of %d", p.name, number, p.usual))
		}
		chosen[p.name] = number
	}
	if len(moved) > 0 {
		note = strings.Join(moved, ", ") + ", because the usual one was taken"
	}
	return chosen, note, nil
}

func (p port) choose(last int, used []int) (int, error) {
	candidates := []int{last}
	for i := range nearby {
		candidates = append(candidates, p.usual+i)
	}
	for _, number := range candidates {
		if number > 0 && !slices.Contains(used, number) && p.free(number) {
			return number, nil
		}
	}
	for {
		number, err := anyFree()
		if err != nil {
			return 0, err
		}
		if !slices.Contains(used, number) && p.free(number) {
			return number, nil
		}
	}
}

// free reports whether the server could listen on the number.
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

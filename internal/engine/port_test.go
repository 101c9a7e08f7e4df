package engine_test

import (
	"net"
	"strconv"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/engine"
)

// takePort listens on a free port of host until the test ends and returns its number.
func takePort(t *testing.T, network, host string) int {
	t.Helper()
	address := net.JoinHostPort(host, "0")
	if network == "udp" {
		c, err := net.ListenPacket(network, address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		return c.LocalAddr().(*net.UDPAddr).Port
	}
	l, err := net.Listen(network, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l.Addr().(*net.TCPAddr).Port
}

// freePort returns a number that was free a moment ago.
func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

func TestChoosePorts(t *testing.T) {
	free, taken := freePort(t), takePort(t, "tcp", "127.0.0.1")
	takenUDP := takePort(t, "udp", "127.0.0.1")
	for name, c := range map[string]struct {
		why   string
		port  engine.Port
		last  int
		want  int // 0 means any but the usual one
		noted bool
	}{
		"usual":                 {"users expect it", engine.Port{Usual: free}, 0, free, false},
		"taken":                 {"another program has it", engine.Port{Usual: taken}, 0, 0, true},
		"last time's":           {"bookmarks go on working", engine.Port{Usual: taken}, free, free, true},
		"last time's is taken":  {"the usual one is the second choice", engine.Port{Usual: free}, taken, free, false},
		"both taken":            {"some port is always found", engine.Port{Usual: taken}, taken, 0, true},
		"packets taken":         {"gossip needs UDP on the same number", engine.Port{Usual: takenUDP, Packets: true}, 0, 0, true},
		"packets do not matter": {"others do not use UDP", engine.Port{Usual: takenUDP}, 0, takenUDP, false},
	} {
		t.Run(name, func(t *testing.T) {
			c.port.Name = "door"
			chosen, note, err := engine.ChoosePorts([]engine.Port{c.port}, map[string]int{"door": c.last})
			if err != nil {
				t.Fatal(err)
			}
			got := chosen["door"]
			if c.want != 0 && got != c.want || c.want == 0 && (got == c.port.Usual || got == 0) {
				t.Errorf("port = %d, want %d (usual %d): %s", got, c.want, c.port.Usual, c.why)
			}
			said := strings.Contains(note, "door port "+strconv.Itoa(got)+" instead of "+strconv.Itoa(c.port.Usual))
			if said != c.noted {
				t.Errorf("note = %q, want it to tell the port: %v", note, c.noted)
			}
		})
	}
}

func TestChoosePorts_Distinct(t *testing.T) {
	free := freePort(t)
	chosen, _, err := engine.ChoosePorts([]engine.Port{{Name: "a", Usual: free}, {Name: "b", Usual: free}, {Name: "c", Usual: free}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if chosen["a"] == chosen["b"] || chosen["b"] == chosen["c"] || chosen["a"] == chosen["c"] {
		t.Errorf("ports = %v, want three", chosen)
	}
}

func TestChoosePorts_Everywhere(t *testing.T) {
	outside := ""
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, address := range addresses {
		if ip, ok := address.(*net.IPNet); ok && !ip.IP.IsLoopback() && ip.IP.To4() != nil {
			outside = ip.IP.String()
		}
	}
	if outside == "" {
		t.Skip("SKIPPED, NOT RUN: the machine has no address but loopback")
	}
	taken := takePort(t, "tcp", outside)
	for everywhere, want := range map[bool]bool{true: false, false: true} {
		chosen, _, err := engine.ChoosePorts([]engine.Port{{Name: "p", Usual: taken, Everywhere: everywhere}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := chosen["p"] == taken; got != want {
			t.Errorf("a port taken at %s is chosen = %v, want %v for a server that listens everywhere = %v", outside, got, want, everywhere)
		}
	}
}

package engine_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/causeway-memory/causeway/internal/engine"
)

// wantPrivate fails if another machine could reach the data, or another user of this one could
// read the password.
func wantPrivate(t *testing.T, s engine.State) {
	for _, purpose := range []string{"bolt", "http"} {
		wantLoopback(t, purpose, server(t, s, "neo4j").Ports[purpose])
	}
	weaviate := server(t, s, "weaviate").Ports
	for _, purpose := range []string{"rest", "gossip", "raft", "raft-rpc"} {
		wantLoopback(t, purpose, weaviate[purpose])
	}
	wantGRPCShut(t, weaviate["grpc"])
	wantDataShut(t, weaviate["data"])
	wantNoPassword(t, s)
	wantNothingInherited(t, s)
	wantKey(t, s)
}

// wantKey fails if Weaviate admits a caller without the right key.
func wantKey(t *testing.T, s engine.State) {
	t.Helper()
	for _, header := range []string{"", "Bearer wrong", "Bearer "} {
		for _, path := range []string{"/v1/meta", "/v1/schema", "/v1/objects", "/v1/nodes"} {
			request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.WeaviateURL+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("Authorization", header)
			response, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			response.Body.Close()
			if response.StatusCode != http.StatusUnauthorized {
				t.Errorf("with Authorization %q %s answers %s, want 401", header, path, response.Status)
			}
		}
	}
}

// wantNothingInherited fails if a server got a secret of its supervisor.
func wantNothingInherited(t *testing.T, s engine.State) {
	t.Helper()
	for _, server := range s.Servers {
		environment, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", server.PID))
		if err == nil && strings.Contains(string(environment), parentSecret) {
			t.Errorf("%s has a secret of its supervisor in its environment", server.Name)
		}
	}
}

// wantLoopback fails if a port answers on an address that other machines can reach.
func wantLoopback(t *testing.T, purpose string, port int) {
	t.Helper()
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, address := range addresses {
		ip, ok := address.(*net.IPNet)
		if !ok || ip.IP.IsLoopback() || ip.IP.To4() == nil {
			continue
		}
		c, err := net.DialTimeout("tcp", net.JoinHostPort(ip.IP.String(), fmt.Sprint(port)), time.Second)
		if err == nil {
			c.Close()
			t.Errorf("%s port %d answers at %s", purpose, port, ip.IP)
		}
	}
	c, err := net.DialTimeout("tcp", net.JoinHostPort("127.0.0.1", fmt.Sprint(port)), time.Second)
	if err != nil {
		t.Errorf("%s port: %v", purpose, err)
		return
	}
	c.Close()
}

// wantGRPCShut sends a message over gRPC, one of the two ports of Weaviate that cannot be bound to
// loopback: it must be rejected for its length, whatever it says.
func wantGRPCShut(t *testing.T, port int) {
	t.Helper()
	client, err := grpc.NewClient(fmt.Sprintf("127.0.0.1:%d", port), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	err = client.Invoke(ctx, "/weaviate.v1.Weaviate/Search", wrapperspb.String("Kept"), wrapperspb.String(""))
	if status.Code(err) != codes.ResourceExhausted {
		t.Errorf("gRPC answers %v, want it to refuse the message for its length", err)
	}
}

// wantDataShut requests data from the other one, the port between cluster nodes.
func wantDataShut(t *testing.T, port int) {
	t.Helper()
	for _, path := range []string{"/nodes/status", "/indices/Kept/shards/x/objects/y", "/replicas/indices/Kept/shards/x/objects/y"} {
		response, err := http.Get(fmt.Sprintf("http://127.0.0.1:%d%s", port, path))
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != http.StatusUnauthorized {
			t.Errorf("the data port answers %s for %s, want 401", response.Status, path)
		}
	}
}

// wantNoPassword searches for the password where other users of the machine could: in command
// lines, logs and files that are not secret.
func wantNoPassword(t *testing.T, s engine.State) {
	t.Helper()
	password, err := s.Password()
	if err != nil {
		t.Fatal(err)
	}
	key, err := s.WeaviateKey()
	if err != nil || len(key) < 20 || key == password {
		t.Fatalf("a key of %d characters, %v", len(key), err)
	}
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, pattern := range []string{"state.json", "logs/*.log", "neo4j/conf/*"} {
		found, err := filepath.Glob(filepath.Join(s.Home, pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err == nil && (strings.Contains(string(b), password) || strings.Contains(string(b), key)) {
			t.Errorf("a secret is in %s", file)
		}
	}
}

// wantOnePlan looks whether Neo4j expects the same of a short and of a long list. It does not show the setting.
func wantOnePlan(t *testing.T, s engine.State) {
	t.Helper()
	var rows []any
	for _, n := range []int{1, 5000} {
		result, err := query(t, s, "EXPLAIN UNWIND $list AS x RETURN x", map[string]any{"list": make([]int, n)})
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, result.Summary.Plan().Arguments()["EstimatedRows"])
	}
	if rows[0] == nil || rows[0] != rows[1] {
		t.Errorf("the planner expects %v rows of one and of 5,000, want the same", rows)
	}
}

// wantSettings reads the configuration back from the servers themselves.
func wantSettings(t *testing.T, s engine.State) {
	for name, want := range map[string]string{
		"dbms.usage_report.enabled":                  "false",
		"client.allow_telemetry":                     "false",
		"dbms.cypher.forbid_exhaustive_shortestpath": "true",
		"db.transaction.timeout":                     "30s",
		"server.memory.pagecache.size":               "64.00MiB",
	} {
		got, err := graph(t, s, "SHOW SETTINGS $name YIELD value", map[string]any{"name": name})
		if err != nil || got != want {
			t.Errorf("%s = %v (%v), want %s", name, got, err, want)
		}
	}
	wantOnePlan(t, s)
	for range 4 {
		stranger := s
		stranger.Neo4jPasswordFile = filepath.Join(t.TempDir(), "wrong")
		if err := os.WriteFile(stranger.Neo4jPasswordFile, []byte("wrong"), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := graph(t, stranger, "RETURN 1", nil); err == nil {
			t.Fatal("a wrong password is taken")
		}
	}
	if _, err := graph(t, s, "RETURN 1", nil); err != nil {
		t.Errorf("clients with a wrong password shut out the others: %v", err)
	}
	response, err := http.Get(s.BrowserURL)
	if err != nil {
		t.Fatalf("open Neo4j Browser: %v", err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusOK || !strings.HasPrefix(response.Header.Get("Content-Type"), "text/html") {
		t.Errorf("Neo4j Browser answers %s (%s)", response.Status, response.Header.Get("Content-Type"))
	}
	status, body := rest(t, s, http.MethodPost, "/v1/objects", map[string]any{
		"class": "Unknown", "properties": map[string]any{"n": 1},
	})
	if status != http.StatusUnprocessableEntity {
		t.Errorf("an unknown class = %d %s, want a refusal: AUTOSCHEMA_ENABLED=false", status, body)
	}
}

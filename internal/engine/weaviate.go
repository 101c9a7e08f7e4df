package engine

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// The names of Weaviate's ports.
const (
	restPort    = "rest"
	grpcPort    = "grpc"
	gossipPort  = "gossip"
	dataPort    = "data"
	raftPort    = "raft"
	raftRPCPort = "raft-rpc"
)

// weaviateNode is the node's name in Weaviate's data, which is not found under another name.
const weaviateNode = "causeway"

// The bounds of Weaviate's memory limit, which is a quarter of the machine's memory. The limit is
// soft; above it, Weaviate collects garbage more eagerly and refuses imports.
const (
	weaviateLeastMiB = 1024
	weaviateMostMiB  = 16384
)

func weaviateRecipe() recipe {
	return recipe{
		name: weaviateName, version: weaviateVersion, builder: findGo, unit: "packages",
		counts: func(line string) bool { return line != "" && !strings.HasPrefix(line, "go: ") },
		build: func(ctx context.Context, golang tool, dir string, log io.Writer) error {
			env := []string{"GOBIN=" + filepath.Join(dir, "bin"), "GOFLAGS=", "GO111MODULE=on", "CGO_ENABLED=0", "GOWORK=off"}
			return runTool(ctx, dir, log, env, golang.path, "install", "-v", "-ldflags=-s -w",
				"github.com/weaviate/weaviate/cmd/weaviate-server@v"+weaviateVersion)
		},
	}
}

// weaviateServer runs Weaviate.
type weaviateServer struct {
	o   Options
	key string
}

func (w weaviateServer) name() string    { return weaviateName }
func (w weaviateServer) version() string { return weaviateVersion }
func (w weaviateServer) home() string    { return filepath.Join(w.o.Home, weaviateName) }

func (w weaviateServer) ports() []port {
	return []port{
		{name: restPort, usual: 8080},
		{name: grpcPort, usual: 50051, everywhere: true, inner: true},
		{name: gossipPort, usual: 7946, packets: true, inner: true},
		{name: dataPort, usual: 7947, everywhere: true, inner: true},
		{name: raftPort, usual: 8300, inner: true},
		{name: raftRPCPort, usual: 8301, inner: true},
	}
}

func (w weaviateServer) logs() []string {
	return []string{filepath.Join(w.o.Home, logFolder, "weaviate.log")}
}

// describe fills in the address.
func (w weaviateServer) describe(s *State, ports map[string]int) (url string) {
	s.WeaviateURL = "http://" + loopback(ports[restPort])
	return s.WeaviateURL
}

func (w weaviateServer) probe(ctx context.Context, ports map[string]int) (version string, err error) {
	url := "http://" + loopback(ports[restPort])
	version, err = probeWeaviate(ctx, url, w.key)
	if err != nil {
		return "", err
	}
	_, err = getWeaviate(ctx, url+"/v1/meta", "")
	if err == nil { // started by a causeway version that set no keys
		return "", fmt.Errorf("%w: it also admits callers without a key", errKey)
	}
	if !errors.Is(err, errKey) {
		return "", err
	}
	return version, nil
}

// errKey means that Weaviate answers but refuses this key, so waiting will not help.
var errKey = errors.New("key refused by Weaviate")

func (w weaviateServer) prepare(context.Context, map[string]int) error {
	if err := os.MkdirAll(w.home(), 0o700); err != nil {
		return fmt.Errorf("make Weaviate's folder: %w", err)
	}
	return nil
}

func (w weaviateServer) command(ports map[string]int) *exec.Cmd {
	cmd := exec.Command(filepath.Join(weaviateRecipe().dir(w.o.Cache), "bin", "weaviate-server"),
		"--scheme=http", "--host=127.0.0.1", "--port="+strconv.Itoa(ports[restPort]),
		"--read-timeout=600s", "--write-timeout=600s")
	cmd.Dir = w.home()
	cmd.Env = serverEnvironment(w.environment(ports)...)
	return cmd
}

// environment configures Weaviate. Every port that can be bound to an address is bound to
// loopback. The two others are shut in other ways: gRPC rejects every message longer than a byte
// (causeway uses REST), and the port for cluster data requires a random password that nobody
// knows.
func (w weaviateServer) environment(ports map[string]int) []string {
	number := func(name string) string { return strconv.Itoa(ports[name]) }
	return []string{
		"PERSISTENCE_DATA_PATH=" + filepath.Join(w.home(), "data"),
		"AUTHENTICATION_ANONYMOUS_ACCESS_ENABLED=false",
		"AUTHENTICATION_APIKEY_ENABLED=true",
		"AUTHENTICATION_APIKEY_ALLOWED_KEYS=" + w.key,
		"AUTHENTICATION_APIKEY_USERS=causeway",
		"DEFAULT_VECTORIZER_MODULE=none",
		"ENABLE_MODULES=",
		"AUTOSCHEMA_ENABLED=false",
		"USE_BLOCKMAX_WAND=false",
		"QUERY_DEFAULTS_LIMIT=25",
		"QUERY_MAXIMUM_RESULTS=100000",
		"DISABLE_TELEMETRY=true",
		"GO_PROFILING_DISABLE=true",
		"PROMETHEUS_MONITORING_ENABLED=false",
		"LOG_LEVEL=warning",
		fmt.Sprintf("GOMEMLIMIT=%dMiB", min(max(memoryMiB()/4, weaviateLeastMiB), weaviateMostMiB)),
		"CLUSTER_HOSTNAME=" + weaviateNode,
		"CLUSTER_BIND_ADDR=127.0.0.1",
		"CLUSTER_ADVERTISE_ADDR=127.0.0.1",
		"CLUSTER_GOSSIP_BIND_PORT=" + number(gossipPort),
		"CLUSTER_DATA_BIND_PORT=" + number(dataPort),
		"CLUSTER_BASIC_AUTH_USERNAME=causeway",
		"CLUSTER_BASIC_AUTH_PASSWORD=" + rand.Text(),
		"RAFT_PORT=" + number(raftPort),
		"RAFT_INTERNAL_RPC_PORT=" + number(raftRPCPort),
		"RAFT_BOOTSTRAP_EXPECT=1",
		"GRPC_PORT=" + number(grpcPort),
		"GRPC_MAX_MESSAGE_SIZE=1",
	}
}

// probeWeaviate checks that the server is ready and returns its version.
func probeWeaviate(ctx context.Context, url, key string) (version string, err error) {
	if err := readyWeaviate(ctx, url); err != nil {
		return "", err
	}
	body, err := getWeaviate(ctx, url+"/v1/meta", key)
	if err != nil {
		return "", err
	}
	var meta struct {
		Version string `json:"version"`
	}
	if err := json.Unmarshal(body, &meta); err != nil {
		return "", fmt.Errorf("decode Weaviate's answer from %s/v1/meta: %w", url, err)
	}
	return meta.Version, nil
}

// readyWeaviate checks that the server is ready; this needs no key.
func readyWeaviate(ctx context.Context, url string) error {
	_, err := getWeaviate(ctx, url+"/v1/.well-known/ready", "")
	return err
}

func getWeaviate(ctx context.Context, url, key string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, fmt.Errorf("ask Weaviate: %w", err)
	}
	if key != "" {
		request.Header.Set("Authorization", "Bearer "+key)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, fmt.Errorf("ask Weaviate: %w", err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, 1<<20))
	if err != nil {
		return nil, fmt.Errorf("read Weaviate's answer from %s: %w", url, err)
	}
	if response.StatusCode == http.StatusUnauthorized {
		return nil, fmt.Errorf("%w: %s answers %s", errKey, url, response.Status)
	}
	if response.StatusCode >= http.StatusMultipleChoices {
		return nil, fmt.Errorf("ask Weaviate: %s answers %s", url, response.Status)
	}
	return body, nil
}

package engine

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// composeLimit bounds the time docker takes to pull images and start the containers.
const composeLimit = 20 * time.Minute

// composePorts are the ports that docker-compose.yml publishes, with the variables that
// choose them.
func composePorts() (ports []port, variables map[string]string) {
	return []port{{name: boltPort, usual: 7687}, {name: httpPort, usual: 7474}, {name: restPort, usual: 8080}},
		map[string]string{
			boltPort: "CAUSEWAY_NEO4J_BOLT_PORT",
			httpPort: "CAUSEWAY_NEO4J_HTTP_PORT",
			restPort: "CAUSEWAY_WEAVIATE_PORT",
		}
}

// upDocker starts the containers of both engines; docker then keeps them running.
func upDocker(ctx context.Context, o Options) (*Engines, error) {
	e, last, lock, err := claim(ctx, o)
	if err != nil {
		return nil, err
	}
	p := newProgress(o.Progress)
	defer p.close()
	if err := e.startContainers(ctx, o, p, last); err != nil {
		return nil, errors.Join(err, e.retire(), lock.Close())
	}
	e.hold(ctx, lock, func() error {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), downLimit)
		defer cancel()
		return composeDown(ctx, e.State())
	})
	return e, nil
}

func (e *Engines) startContainers(ctx context.Context, o Options, p *progress, last State) error {
	if _, err := dockerCompose(ctx, "version"); err != nil {
		return err
	}
	file, err := filepath.Abs(o.ComposeFile)
	if err != nil {
		return fmt.Errorf("resolve compose file: %w", err)
	}
	if !exists(file) {
		return fmt.Errorf("there is no compose file at %s; use the one in causeway's repository", file)
	}
	password, err := ensurePassword(o.Home)
	if err != nil {
		return err
	}
	ports, note, err := containerPorts(last)
	if err != nil {
		return err
	}
	if err := writeComposeEnv(o.Home, password, ports); err != nil {
		return err
	}
	err = e.update(func(s *State) { s.describeContainers(o, file, ports, note) })
	if err != nil {
		return err
	}
	return e.runContainers(ctx, p, note, password)
}

// runContainers starts the containers and checks that both engines answer. If they do not, it
// removes the containers.
func (e *Engines) runContainers(ctx context.Context, p *progress, note, password string) error {
	s := e.State()
	step := p.begin(Docker, "starting containers of "+s.ComposeFile)
	upCtx, cancel := context.WithTimeout(ctx, composeLimit)
	defer cancel()
	_, err := dockerCompose(upCtx, append(composeArgs(s), "up", "--detach", "--wait", neo4jName, weaviateName)...)
	if err == nil {
		_, err = probeNeo4j(ctx, s.Neo4jURI, s.Neo4jUser, password)
	}
	if err == nil {
		_, err = probeWeaviate(ctx, s.WeaviateURL, "")
	}
	if err != nil {
		step.drop()
		down, cancel := context.WithTimeout(context.WithoutCancel(ctx), downLimit)
		defer cancel()
		return fmt.Errorf("start containers: %w", errors.Join(err, composeDown(down, s)))
	}
	step.done("containers are ready")
	if note != "" {
		p.say("%s: %s", Docker, note)
	}
	e.announce()
	return nil
}

// containerPorts keeps the ports of containers that are already running, which are not free but
// ours.
func containerPorts(last State) (ports map[string]int, note string, err error) {
	wanted, _ := composePorts()
	known := map[string]int{}
	for _, server := range last.Servers {
		for name, number := range server.Ports {
			known[name] = number
		}
	}
	if last.Kind == Docker && last.Ready && len(known) >= len(wanted) {
		return known, "", nil
	}
	return choosePorts(wanted, known)
}

// writeComposeEnv passes the password to docker in a file that only its owner can read.
func writeComposeEnv(home, password string, ports map[string]int) error {
	var b strings.Builder
	fmt.Fprintf(&b, "NEO4J_PASSWORD=%s\n", password)
	wanted, variables := composePorts()
	for _, p := range wanted {
		fmt.Fprintf(&b, "%s=%d\n", variables[p.name], ports[p.name])
	}
	if err := writeFile(filepath.Join(home, composeEnv), []byte(b.String())); err != nil {
		return fmt.Errorf("write docker's variables: %w", err)
	}
	return nil
}

func (s *State) describeContainers(o Options, file string, ports map[string]int, note string) {
	now := time.Now().Truncate(time.Second)
	s.ComposeFile = file
	s.Neo4jUser, s.Neo4jPasswordFile = defaultUser, filepath.Join(o.Home, passwordFile)
	s.WeaviateKeyFile = ""
	s.Neo4jURI = "bolt://" + loopback(ports[boltPort])
	s.BrowserURL = "http://" + loopback(ports[httpPort]) + "/browser/"
	s.WeaviateURL = "http://" + loopback(ports[restPort])
	s.Servers = []Server{
		{
			Name: neo4jName, Status: statusStarting, Version: neo4jVersion, URL: s.Neo4jURI, Since: now, Note: note,
			Ports: map[string]int{boltPort: ports[boltPort], httpPort: ports[httpPort]},
		},
		{
			Name: weaviateName, Status: statusStarting, Version: weaviateVersion, URL: s.WeaviateURL, Since: now,
			Ports: map[string]int{restPort: ports[restPort]},
		},
	}
}

func composeDown(ctx context.Context, s State) error {
	if _, err := dockerCompose(ctx, append(composeArgs(s), "down")...); err != nil {
		return fmt.Errorf("stop containers: %w", err)
	}
	return nil
}

// composeArgs names the file, the variables and a project that belongs to the home folder, so
// that two homes have separate containers and volumes.
func composeArgs(s State) []string {
	sum := sha256.Sum256([]byte(s.Home))
	return []string{
		"--file", s.ComposeFile, "--env-file", filepath.Join(s.Home, composeEnv),
		"--project-name", "causeway-" + hex.EncodeToString(sum[:4]),
	}
}

// dockerCompose runs docker's compose plugin. If something is missing, the error says so in one
// sentence.
func dockerCompose(ctx context.Context, args ...string) (out string, err error) {
	path := look("docker")
	if path == "" {
		return "", errors.New("docker engines need what this machine lacks; install Docker with its compose plugin, or use native engines")
	}
	if exec.CommandContext(ctx, path, "compose", "version").Run() != nil {
		return "", errors.New("docker engines need Docker's compose plugin, which this machine lacks; install it, or use native engines")
	}
	if exec.CommandContext(ctx, path, "info").Run() != nil {
		return "", errors.New("no Docker engine answers; start Docker, or use native engines")
	}
	cmd := exec.CommandContext(ctx, path, append([]string{"compose"}, args...)...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("run docker compose: %w: %s", err, lastLine(stderr.String()))
	}
	return stdout.String(), nil
}

func lastLine(s string) string {
	s = strings.TrimSpace(s)
	return s[strings.LastIndexByte(s, '\n')+1:]
}

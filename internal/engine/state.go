package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// The files in a home folder.
const (
	stateFile    = "state.json"
	passwordFile = "neo4j-password"
	keyFile      = "weaviate-key"
	lockFile     = "lock"
	composeEnv   = "compose.env"
	logFolder    = "logs"
)

// The words of [Server.Status].
const (
	// statusRunning is a server that its supervisor started.
	statusRunning = "running"
	// statusAdopted is a server that outlived the supervisor that started it and has a new one.
	statusAdopted = "adopted"
	// statusOrphaned is a server that runs without a supervisor.
	statusOrphaned = "orphaned"
	// statusStarting is a server that is being started or restarted.
	statusStarting = "starting"
	// statusStopped is a server that does not run.
	statusStopped = "stopped"
)

// State is what runs where. Any process of the same user can read it with [Status].
type State struct {
	// Kind is Embedded, Native, Docker or External; empty when nothing was ever started here.
	Kind string `json:"kind"`
	// Home is the folder that the state belongs to.
	Home string `json:"home"`
	// SupervisorPID is the process that keeps the servers running; 0 when there is none.
	SupervisorPID int `json:"supervisorPid,omitempty"`
	// Ready says that both servers answered: when it was written last, or just now if the state comes from Status.
	Ready bool `json:"ready"`
	// Neo4jURI is the Bolt address and Neo4jUser the user.
	Neo4jURI  string `json:"neo4jUri,omitempty"`
	Neo4jUser string `json:"neo4jUser,omitempty"`
	// Neo4jPasswordFile holds the password, readable by its owner only; empty for External.
	Neo4jPasswordFile string `json:"neo4jPasswordFile,omitempty"`
	// BrowserURL is where a web browser finds Neo4j Browser; for External the one that was named.
	BrowserURL string `json:"browserUrl,omitempty"`
	// WeaviateURL is the address of the REST API.
	WeaviateURL string `json:"weaviateUrl,omitempty"`
	// WeaviateKeyFile holds the API key of the native server, readable by its owner only; empty for the others.
	WeaviateKeyFile string `json:"weaviateKeyFile,omitempty"`
	// DatabasePath is the file of Embedded; empty for the others.
	DatabasePath string `json:"databasePath,omitempty"`
	// Servers are Neo4j and Weaviate, in this order; none for Embedded.
	Servers []Server `json:"servers,omitempty"`

	// SupervisorStart tells the supervisor from a later process with the same id.
	SupervisorStart string `json:"supervisorStart,omitempty"`
	// ComposeFile is what docker servers were started from.
	ComposeFile string `json:"composeFile,omitempty"`
}

// Server is one of the two engines.
type Server struct {
	// Name is neo4j or weaviate.
	Name string `json:"name"`
	// Status is running, adopted (it outlived the supervisor that started it and has a new one),
	// orphaned (it runs without a supervisor), starting, or stopped.
	Status string `json:"status"`
	// PID is the process of a native server; 0 when it does not run.
	PID int `json:"pid,omitempty"`
	// Version is the version that was started.
	Version string `json:"version,omitempty"`
	// URL is where it answers.
	URL string `json:"url,omitempty"`
	// Since is when the process was started.
	Since time.Time `json:"since,omitzero"`
	// Ready says that it answers; see State.Ready.
	Ready bool `json:"ready"`
	// Note says what a user should know, such as a usual port that was taken.
	Note string `json:"note,omitempty"`
	// Ports are the ports it listens on, by purpose.
	Ports map[string]int `json:"ports,omitempty"`
	// Restarts counts how often it was started again since the supervisor began.
	Restarts int `json:"restarts,omitempty"`

	// Start tells the process from a later one with the same id.
	Start string `json:"start,omitempty"`
}

// Password reads the password that native and docker engines were started with.
func (s State) Password() (string, error) {
	if s.Neo4jPasswordFile == "" {
		return "", fmt.Errorf("no password is kept for %s engines", s.Kind)
	}
	b, err := os.ReadFile(s.Neo4jPasswordFile)
	if err != nil {
		return "", fmt.Errorf("read Neo4j's password: %w", err)
	}
	return strings.TrimSpace(string(b)), nil
}

// WeaviateKey reads the API key that the native Weaviate was started with; it is empty for the others.
func (s State) WeaviateKey() (string, error) {
	if s.WeaviateKeyFile == "" {
		return "", nil
	}
	b, err := os.ReadFile(s.WeaviateKeyFile)
	if err != nil {
		return "", fmt.Errorf("read Weaviate's key: %w", err)
	}
	return strings.TrimSpace(string(b)), nil
}

func (s State) clone() State {
	s.Servers = slices.Clone(s.Servers)
	for i := range s.Servers {
		s.Servers[i].Ports = maps.Clone(s.Servers[i].Ports)
	}
	return s
}

// server returns the named server, or an empty one of that name.
func (s State) server(name string) Server {
	for _, server := range s.Servers {
		if server.Name == name {
			return server
		}
	}
	return Server{Name: name, Status: statusStopped}
}

// readState returns the last state written in home, empty when there is none. A file that
// cannot be decoded is an error: guessing could start a second server on the same data.
func readState(home string) (State, error) {
	b, err := os.ReadFile(filepath.Join(home, stateFile))
	if errors.Is(err, fs.ErrNotExist) {
		return State{Home: home}, nil
	}
	if err != nil {
		return State{}, fmt.Errorf("read state: %w", err)
	}
	var s State
	if err := json.Unmarshal(b, &s); err != nil {
		return State{}, fmt.Errorf("decode %s: %w", filepath.Join(home, stateFile), err)
	}
	s.Home = home
	return s, nil
}

func writeState(s State) error {
	b, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return fmt.Errorf("encode state: %w", err)
	}
	if err := writeFile(filepath.Join(s.Home, stateFile), append(b, '\n')); err != nil {
		return fmt.Errorf("write state: %w", err)
	}
	return nil
}

// writeFile replaces a file in one step, so that a reader and a crash see the old content or
// the new one, never a part. Only the owner can read it.
func writeFile(path string, content []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return err
	}
	_, err = tmp.Write(content)
	err = errors.Join(err, tmp.Sync(), tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(tmp.Name()))
	}
	return nil
}

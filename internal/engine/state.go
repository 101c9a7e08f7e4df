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

// The values of [Server.Status].
const (
	// statusRunning is a server that its supervisor started.
	statusRunning = "running"
	// statusAdopted is a server that outlived its supervisor and has a new one.
	statusAdopted = "adopted"
	// statusOrphaned is a server without a supervisor.
	statusOrphaned = "orphaned"
	// statusStarting is a server being started or restarted.
	statusStarting = "starting"
	// statusAway is a server of somebody else that does not answer.
	statusAway = "away"
	// statusStopped is a server that is not running.
	statusStopped = "stopped"
)

// State is what runs where. Any process of the same user can read it with [Status].
type State struct {
	// Kind is Embedded, Native, Docker or External; empty if nothing was ever started here.
	Kind string `json:"kind"`
	// Home is the folder that the state belongs to.
	Home string `json:"home"`
	// SupervisorPID is the process that keeps the servers running; 0 for none.
	SupervisorPID int `json:"supervisorPid,omitempty"`
	// Ready means that both servers answered: just now if the state comes from Status, otherwise
	// when it was written.
	Ready bool `json:"ready"`
	// Neo4jURI is the Bolt address and Neo4jUser the user.
	Neo4jURI  string `json:"neo4jUri,omitempty"`
	Neo4jUser string `json:"neo4jUser,omitempty"`
	// Neo4jPasswordFile holds the password, readable only by its owner; empty for External.
	Neo4jPasswordFile string `json:"neo4jPasswordFile,omitempty"`
	// BrowserURL is the address of Neo4j Browser; for External the configured one.
	BrowserURL string `json:"browserUrl,omitempty"`
	// WeaviateURL is the address of the REST API.
	WeaviateURL string `json:"weaviateUrl,omitempty"`
	// WeaviateKeyFile holds the API key of the native server, readable only by its owner; empty
	// for the others.
	WeaviateKeyFile string `json:"weaviateKeyFile,omitempty"`
	// DatabasePath is the file of Embedded; empty for the others.
	DatabasePath string `json:"databasePath,omitempty"`
	// Servers are Neo4j and Weaviate, in this order; none for Embedded.
	Servers []Server `json:"servers,omitempty"`

	// SupervisorStart distinguishes the supervisor from a later process with the same id.
	SupervisorStart string `json:"supervisorStart,omitempty"`
	// ComposeFile is what docker servers were started from.
	ComposeFile string `json:"composeFile,omitempty"`
}

// Server is one of the two engines.
type Server struct {
	// Name is neo4j or weaviate.
	Name string `json:"name"`
	// Status is running, adopted (it outlived its supervisor and has a new one), orphaned (it
	// runs without a supervisor), starting, or stopped.
	Status string `json:"status"`
	// PID is the process of a native server; 0 if it is not running.
	PID int `json:"pid,omitempty"`
	// Version is the version of the server.
	Version string `json:"version,omitempty"`
	// URL is its address.
	URL string `json:"url,omitempty"`
	// Since is when the process was started.
	Since time.Time `json:"since,omitzero"`
	// Ready means that it answers; see State.Ready.
	Ready bool `json:"ready"`
	// Note is what a user should know, such as a usual port that was taken.
	Note string `json:"note,omitempty"`
	// Ports are the ports it listens on, by name.
	Ports map[string]int `json:"ports,omitempty"`
	// Restarts counts the restarts by the current supervisor.
	Restarts int `json:"restarts,omitempty"`

	// Start distinguishes the process from a later one with the same id.
	Start string `json:"start,omitempty"`
}

// Password reads the password of native and docker engines.
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

// WeaviateKey reads the API key of the native Weaviate; it is empty for the others.
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

// server returns the named server, or an empty one with that name.
func (s State) server(name string) Server {
	for _, server := range s.Servers {
		if server.Name == name {
			return server
		}
	}
	return Server{Name: name, Status: statusStopped}
}

// readState returns the last state written in home, empty if there is none. A file that cannot be
// decoded is an error, because guessing could start a second server on the same data.
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

// writeFile replaces a file atomically, so that readers and crashes leave either the old content
// or the new one. Only the owner can read it.
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

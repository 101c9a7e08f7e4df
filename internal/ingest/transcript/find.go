package transcript

import (
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Folders returns the folders in which a program keeps its transcripts, under the home folder of a user
// and as the environment says. Tau has none.
func Folders(format Format, home string, env func(string) string) []string {
	under := func(variable, usual string, rest ...string) string {
		root := env(variable)
		if root == "" {
			root = filepath.Join(home, usual)
		}
		return filepath.Join(append([]string{root}, rest...)...)
	}
	switch format {
	case ClaudeCode:
		return []string{under("CLAUDE_CONFIG_DIR", ".claude", "projects")}
	case Codex:
		return []string{under("CODEX_HOME", ".codex", "sessions")}
	case Opencode:
		return []string{under("XDG_DATA_HOME", ".local/share", "opencode", "storage")}
	case OpenHands:
		return []string{filepath.Join(home, ".openhands", "conversations"), filepath.Join(home, ".openhands", "sessions")}
	case SWEAgent:
		return []string{"trajectories"}
	}
	return nil
}

// File is one source of transcripts: a file, or what a program spread over several.
type File struct {
	Path string
	// Parts are the files to put together, if it is several.
	Parts []string
	// put yields the pieces of the whole, of which no more than one is in memory at a time.
	put func(f File, yield func(piece []byte, err error) bool)
}

// Open returns the content; of several files in the form of one.
func (f File) Open() (io.ReadCloser, error) {
	if f.put == nil {
		return os.Open(f.Path)
	}
	next, stop := iter.Pull2(func(yield func([]byte, error) bool) { f.put(f, yield) })
	return &pieces{next: next, stop: stop}, nil
}

// pieces reads one piece after the other.
type pieces struct {
	next func() ([]byte, error, bool)
	stop func()
	rest []byte
}

// Read reads from the piece that is left, or from the next one.
func (p *pieces) Read(into []byte) (int, error) {
	for len(p.rest) == 0 {
		piece, err, more := p.next()
		if err != nil {
			return 0, err
		}
		if !more {
			return 0, io.EOF
		}
		p.rest = piece
	}
	n := copy(into, p.rest)
	p.rest = p.rest[n:]
	return n, nil
}

// Close forgets the pieces that are left.
func (p *pieces) Close() error {
	p.stop()
	return nil
}

// Find returns the transcripts of a folder in the order of their paths, and the files that are none.
func Find(format Format, root string) (found []File, passedOver []string, err error) {
	var files []string
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == ".git" && path != root:
			return filepath.SkipDir
		case !d.IsDir():
			files = append(files, path)
		}
		return nil
	})
	if err != nil {
		return nil, nil, fmt.Errorf("read folder %s: %w", root, err)
	}
	switch format {
	case Opencode:
		found, passedOver = opencodeFiles(files)
	case OpenHands:
		found, passedOver = handsFiles(files)
	default:
		for _, f := range files {
			if isTranscript(format, filepath.Base(f)) {
				found = append(found, File{Path: f})
			} else {
				passedOver = append(passedOver, f)
			}
		}
	}
	return found, passedOver, nil
}

func isTranscript(format Format, name string) bool {
	name = strings.TrimSuffix(strings.ToLower(name), ".gz")
	ends := func(endings ...string) bool {
		return slices.ContainsFunc(endings, func(e string) bool { return strings.HasSuffix(name, e) })
	}
	switch format {
	case ClaudeCode:
		return ends(".jsonl") && name != "history.jsonl"
	case Codex:
		return ends(".jsonl") && strings.HasPrefix(name, "rollout-")
	case SWEAgent:
		return ends(".traj", ".traj.json")
	default:
		return ends(".json", ".jsonl", ".ndjson")
	}
}

// opencodeFiles puts the files of a storage together, a session each. Files outside of its folders are
// sessions as `opencode export` writes them.
func opencodeFiles(files []string) (found []File, passedOver []string) {
	messages, parts := map[string][]string{}, map[string][]string{}
	for _, f := range files {
		dir := filepath.Dir(f)
		switch kind := filepath.Base(filepath.Dir(dir)); {
		case !strings.HasSuffix(f, ".json"):
		case kind == "message":
			messages[filepath.Base(dir)] = append(messages[filepath.Base(dir)], f)
		case kind == "part":
			parts[filepath.Base(dir)] = append(parts[filepath.Base(dir)], f)
		}
	}
	for _, f := range files {
		switch kind := filepath.Base(filepath.Dir(filepath.Dir(f))); {
		case !strings.HasSuffix(f, ".json"):
			passedOver = append(passedOver, f)
		case kind == "message" || kind == "part":
		case kind == "session":
			one := File{Path: f, Parts: []string{f}, put: putOpencode}
			for _, m := range messages[strings.TrimSuffix(filepath.Base(f), ".json")] {
				one.Parts = append(append(one.Parts, m), parts[strings.TrimSuffix(filepath.Base(m), ".json")]...)
			}
			found = append(found, one)
		case strings.Contains(filepath.ToSlash(f), "/storage/"):
			passedOver = append(passedOver, f)
		default:
			found = append(found, File{Path: f})
		}
	}
	return found, passedOver
}

// putOpencode puts the files of a session into the form that opencode exports.
func putOpencode(f File, yield func(piece []byte, err error) bool) {
	between, open := `{"info":`, false
	for i, path := range f.Parts {
		raw, err := part(path)
		if err != nil {
			yield(nil, fmt.Errorf("read a part of the session: %w", err))
			return
		}
		isMessage := filepath.Base(filepath.Dir(filepath.Dir(path))) == "message"
		switch {
		case i == 0:
		case !isMessage:
		case open:
			between = `]},{"info":`
		default:
			between, open = `,"messages":[{"info":`, true
		}
		if !yield([]byte(between), nil) || !yield(raw, nil) {
			return
		}
		if between = ","; isMessage {
			between = `,"parts":[`
		}
	}
	yield([]byte(map[bool]string{true: "]}]}", false: "}"}[open]), nil)
}

// part reads a file that is part of a transcript: a JSON value, no larger than the largest line.
func part(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Size() > maxLine {
		return nil, fmt.Errorf("%s has %d bytes; at most %d are read", path, info.Size(), maxLine)
	}
	raw, err := os.ReadFile(path)
	if err == nil && !json.Valid(raw) {
		err = fmt.Errorf("%s is no JSON", path)
	}
	return raw, err
}

// handsFiles puts the events of a conversation together, a file each in a folder "events".
func handsFiles(files []string) (found []File, passedOver []string) {
	conversations := map[string]int{}
	for _, f := range files {
		dir := filepath.Dir(f)
		switch {
		case !isTranscript(OpenHands, filepath.Base(f)):
			passedOver = append(passedOver, f)
		case filepath.Base(dir) == "events":
			at, known := conversations[dir]
			if !known {
				at = len(found)
				conversations[dir] = at
				found = append(found, File{Path: filepath.Dir(dir), put: putEvents})
			}
			found[at].Parts = append(found[at].Parts, f)
		case isStateOfHands(filepath.Base(f)):
			passedOver = append(passedOver, f)
		default:
			found = append(found, File{Path: f})
		}
	}
	return found, passedOver
}

// isStateOfHands reports whether a file beside the events is none of them.
func isStateOfHands(name string) bool {
	return slices.Contains([]string{"base_state.json", "metadata.json", "agent_state.json", "conversation_stats.json", "TASKS.json"}, name)
}

// putEvents makes a list of the events of a conversation, in the order of their numbers. One that cannot be read is a text that says why.
func putEvents(f File, yield func(piece []byte, err error) bool) {
	slices.SortFunc(f.Parts, func(a, b string) int {
		if len(a) != len(b) && !strings.Contains(filepath.Base(a), "-") {
			return len(a) - len(b)
		}
		return strings.Compare(a, b)
	})
	between := "["
	for _, path := range f.Parts {
		raw, err := part(path)
		if err != nil {
			raw, _ = json.Marshal("unreadable: " + clipText(err.Error(), 200)) // a text has a JSON form
		}
		if !yield([]byte(between), nil) || !yield(raw, nil) {
			return
		}
		between = ","
	}
	yield([]byte("]"), nil)
}

package notes

import (
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Kind says what a note is about.
type Kind string

// The kinds, as the frontmatter names them.
const (
	KindEpisode Kind = "episode"
	KindPattern Kind = "pattern"
)

// Remark says what a reader should know about a note that was read.
type Remark struct {
	// Section is the section or the key of the frontmatter.
	Section string
	// Missing means that the section is required and not there.
	Missing bool
	Message string
}

// Note is a parsed file.
type Note struct {
	Kind Kind
	// Title is the one of the frontmatter, Name the id of its episode or the name of its pattern.
	Title, Name string
	// Own means that causeway wrote it.
	Own bool
	// Episode is the episode as JSON with the names of the API if the note is Own, else with those of
	// episode files. Members that no episode has are what the note says beyond.
	Episode json.RawMessage
	// Pattern is the pattern, of notes of that kind.
	Pattern Pattern
	Remarks []Remark
}

// reader reads one note.
type reader struct {
	document
	front *values
	names Names
	note  Note
	// episode are the members of the episode.
	episode map[string]any
	// own are the ids of the occurrences.
	own map[string]bool
}

// Head reads the kind, the title and the name of a note.
func Head(name string, raw []byte) (Note, error) {
	r, err := open(name, raw, nil)
	if err != nil {
		return Note{}, err
	}
	return r.note, nil
}

// Parse reads a note; name is that of its file. names resolve the titles of other notes.
func Parse(name string, raw []byte, names Names) (Note, error) {
	r, err := open(name, raw, names)
	if err != nil {
		return Note{}, err
	}
	if r.note.Kind == KindPattern {
		err = r.readPattern()
	} else {
		err = r.readEpisode()
	}
	return r.note, err
}

// open reads the frontmatter as far as all notes share it.
func open(name string, raw []byte, names Names) (*reader, error) {
	d, err := splitDocument(raw)
	if err != nil {
		return nil, err
	}
	front, err := readFrontmatter(d.front)
	if err != nil {
		return nil, err
	}
	r := &reader{document: d, front: front, names: names, episode: map[string]any{}, own: map[string]bool{}}
	r.note.Title = front.text("title")
	switch kind := Kind(strings.ToLower(front.text("type"))); kind {
	case KindEpisode, KindPattern:
		r.note.Kind = kind
	default:
		return nil, fmt.Errorf("%w: the type in its frontmatter is %q", ErrOther, kind)
	}
	if err := r.readMark(); err != nil {
		return nil, err
	}
	r.name(strings.TrimSuffix(path.Base(strings.ReplaceAll(name, `\`, "/")), ".md"))
	if r.note.Name == "" {
		return nil, errors.New("the frontmatter says no name: a note needs a title like EPISODE-2026-01-21-session-42 or PATTERN-name")
	}
	return r, nil
}

// readMark reads what causeway says of its own notes.
func (r *reader) readMark() error {
	n := r.front.get("causeway")
	if n == nil {
		return nil
	}
	mark, err := members(n)
	if err != nil {
		return err
	}
	written, err := strconv.Atoi(mark.text("note"))
	if err != nil || written < 1 || written > version {
		return fmt.Errorf("the note is of version %q; this causeway reads up to version %d", mark.text("note"), version)
	}
	r.note.Own = true
	return nil
}

// name finds the id of the episode or the name of the pattern: in the permalink, else in the title, else
// in the name of the file.
func (r *reader) name(file string) {
	permalink := r.front.text("permalink")
	if r.note.Kind == KindPattern {
		r.note.Name = r.front.text("name")
		for _, title := range []string{r.note.Title, file} {
			if name, _, is := patternName(title); is && r.note.Name == "" {
				r.note.Name = name
			}
		}
		return
	}
	if i := strings.LastIndex(permalink, episodeFolder); i >= 0 {
		r.note.Name = permalink[i+len(episodeFolder):]
	}
	for _, title := range []string{r.note.Title, file} {
		if session, is := strings.CutPrefix(title, episodeTitle); is && r.note.Name == "" && session != "" {
			r.note.Name = episodeID + session
		}
	}
}

// patternName returns the name in the title of a pattern, and whether it is one to avoid.
func patternName(title string) (name string, avoid, ok bool) {
	if name, ok = strings.CutPrefix(title, warningTitle); ok {
		return name, true, name != ""
	}
	name, ok = strings.CutPrefix(title, patternTitle)
	return name, false, ok && name != ""
}

// remark adds a remark.
func (r *reader) remark(section, format string, args ...any) {
	r.note.Remarks = append(r.note.Remarks, Remark{Section: section, Message: fmt.Sprintf(format, args...)})
}

// need remarks on required sections that are not there.
func (r *reader) need(titles ...string) {
	for _, title := range titles {
		if _, there := r.find(title); !there {
			r.note.Remarks = append(r.note.Remarks, Remark{Section: title, Missing: true, Message: "the required section ## " + title + " is missing"})
		}
	}
}

// keep remembers what the note says beyond an episode.
func (r *reader) keep(place string, value any) {
	for r.episode[place] != nil {
		place += "'"
	}
	r.episode[place] = value
}

// items reads the list of a section, and keeps its lines that are none.
func (r *reader) items(title string) []item {
	s, there := r.find(title)
	if !there {
		return nil
	}
	items, stray := parseList(s.lines)
	for _, line := range stray {
		if text := strings.TrimSpace(line); text != none {
			r.keep(title, text)
		}
	}
	return items
}

// unknown keeps the sections that are none of the known ones, repeated ones, and what stands before all.
func (r *reader) unknown(known ...string) {
	seen := map[string]bool{}
	for _, s := range r.sections {
		at := slices.IndexFunc(known, func(title string) bool { return strings.EqualFold(title, s.title) })
		text := strings.TrimSpace(strings.Join(s.lines, "\n"))
		if (at < 0 || seen[known[max(at, 0)]]) && text != "" && text != none {
			r.keep("## "+s.title, text)
		}
		if at >= 0 {
			seen[known[at]] = true
		}
	}
	var head []string
	for _, line := range r.head {
		if !strings.HasPrefix(line, "# ") && strings.TrimSpace(line) != "" {
			head = append(head, line)
		}
	}
	if len(head) > 0 {
		r.keep("text before the first section", strings.Join(head, "\n"))
	}
}

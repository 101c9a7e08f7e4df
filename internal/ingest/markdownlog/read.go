package markdownlog

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Account counts the lines of a log that are not blank.
type Account struct {
	// Read are those that the log has in a field of its own, Kept those that it has as written, and Marks
	// those without content of their own: headings, rules, heads of tables.
	Read, Kept, Marks int
}

// Passage is a text that has no field of its own.
type Passage struct {
	// Section is the title of its section, Text what is written there without marks.
	Section, Text string
}

// Open is a placeholder where a choice should be.
type Open struct {
	Section, Text string
}

// Log is a log that was read.
type Log struct {
	// JSON is the log in the JSON form of session logs.
	JSON json.RawMessage
	// Prose are the texts that are kept as written, for whoever looks for something in them.
	Prose []Passage
	// Open are decisions that were left open.
	Open    []Open
	Account Account
}

// The limits, in bytes. What is in one block may be read again for every mark in it, so a block is bounded
// more than a log.
const (
	maxLog = 1 << 20
	// maxBlock is the most that lines without a blank one between them have.
	maxBlock = 64 << 10
	// maxNesting is the deepest nesting of lists and quotes.
	maxNesting = 100
)

// Read reads a log. The error says why a text is not one.
func Read(raw []byte) (Log, error) {
	raw = bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))
	if err := check(raw); err != nil {
		return Log{}, err
	}
	raw = bytes.ReplaceAll(bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
	body, front := frontmatter(raw)
	r := &reader{outline: parse(body), log: members{}, session: members{}, gates: members{}}
	r.source = raw
	r.front(front)
	if !r.isLog() {
		return Log{}, errors.New("this is not a session log: it has no title with a session or a log, and no section that logs have, like Decisions or Work Log")
	}
	r.read()
	return r.finish()
}

// check refuses what is no text, or would take too long to read.
func check(raw []byte) error {
	if !utf8.Valid(raw) {
		return errors.New("the text is not valid UTF-8")
	}
	if bytes.IndexByte(raw, 0) >= 0 {
		return errors.New("the text has null characters")
	}
	if len(raw) > maxLog {
		return fmt.Errorf("the log has %d bytes; at most %d are taken", len(raw), maxLog)
	}
	number, block := 0, 0
	for line := range bytes.Lines(raw) {
		number++
		if block += len(line); len(bytes.TrimSpace(line)) == 0 {
			block = 0
		}
		if block > maxBlock {
			return fmt.Errorf("the lines up to line %d have more than %d bytes without a blank line between them", number, maxBlock)
		}
		if nesting(line) > maxNesting {
			return fmt.Errorf("line %d nests lists or quotes more than %d deep", number, maxNesting)
		}
	}
	return nil
}

// nesting bounds how deep the marks at the beginning of a line nest.
func nesting(line []byte) int {
	marks, spaces := 0, 0
	for _, c := range line {
		switch {
		case c == ' ':
			spaces++
		case c == '\t':
			spaces += 4
		case c == '>' || c == '-' || c == '*' || c == '+':
			marks++
		default:
			return marks + spaces/2
		}
	}
	return 0 // a line of marks alone is a rule
}

// frontmatter cuts the lines between two lines --- off the beginning: body has blanks in their place.
func frontmatter(raw []byte) (body, front []byte) {
	if !bytes.HasPrefix(raw, []byte("---\n")) {
		return raw, nil
	}
	end := bytes.Index(raw, []byte("\n---\n"))
	if end < 0 {
		return raw, nil
	}
	body = bytes.Clone(raw)
	for i := range body[:end+4] {
		if body[i] != '\n' {
			body[i] = ' '
		}
	}
	return body, raw[4 : end+1]
}

// members are those of a JSON object.
type members map[string]any

// free returns a key that is not taken yet.
func (m members) free(key string) string {
	for i, k := 2, key; ; i++ {
		if _, taken := m[k]; !taken {
			return k
		}
		k = fmt.Sprintf("%s (%d)", key, i)
	}
}

// add appends to a list.
func (m members) add(key string, value any) {
	list, _ := m[key].([]any)
	m[key] = append(list, value)
}

// reader reads one log.
type reader struct {
	*outline

	log, session, gates members
	result              Log
	// options are the titles of options that no decision has taken yet.
	options []string
	// outcomes are the status lines of the whole session, the surest first.
	outcomes [3][]string
}

// front reads the lines of a frontmatter as labels of the head.
func (r *reader) front(lines []byte) {
	if lines == nil {
		return
	}
	at := len("---\n")
	mark := func(from, to int) *item { return &item{form: formRule, from: from, to: to, fate: fateMark} }
	items := []*item{mark(0, at)}
	for line := range bytes.Lines(lines) {
		name, value, found := strings.Cut(strings.TrimSpace(string(line)), ":")
		i := &item{form: formText, from: at, to: at + len(line), text: strings.TrimSpace(string(line))}
		if found && name != "" {
			i.label, i.text = strings.TrimSpace(name), strings.Trim(strings.TrimSpace(value), `"'`)
		}
		at += len(line)
		items = append(items, i)
	}
	r.root.items = append(append(items, mark(at, at+len("---\n"))), r.root.items...)
}

// isLog reports whether the document looks like a log: a title that says so, or a section that logs have.
func (r *reader) isLog() bool {
	known := 0
	for _, s := range r.all {
		s.class = classOf(s.title)
		title := normal(s.title)
		if s.level == 1 && (strings.Contains(title, "session") || strings.HasSuffix(title, " log")) {
			return r.classify()
		}
		switch s.class {
		case classDecisions, classWork, classGatesEnd, classGatesStart, classLessons:
			known++
		}
	}
	return known > 0 && r.classify()
}

// classify classifies all sections; those below a check list or an output are part of it.
func (r *reader) classify() bool {
	for _, s := range r.all {
		s.class = classOf(s.title)
		if s.parent == nil || s.class == classMachine {
			continue
		}
		above := s.parent.class
		switch {
		case s.class == classOther && (above == classGatesStart || above == classGatesEnd || above == classMachine):
			s.class = above
		case strings.HasPrefix(normal(s.title), "session end"):
			s.class = classGatesEnd
		case strings.HasPrefix(normal(s.title), "session start"):
			s.class = classGatesStart
		case above == classWork && s.class != classDecisions && s.class != classDecision && s.class != classOther:
			s.class = classOther // a heading in the work log names an entry
		}
	}
	return true
}

// read takes from every section what it has.
func (r *reader) read() {
	r.head()
	r.ending()
	for _, s := range r.all {
		switch s.class {
		case classObjective:
			r.objective(s)
		case classOption:
			option, _ := optionTitle(s.title)
			r.options = append(r.options, option)
		case classDecisions:
			r.decisions(s)
		case classDecision:
			r.decided(s)
		case classLessons:
			r.lessons(s)
		case classCommits:
			r.commits(s)
		case classNext:
			r.next(s)
		case classGatesStart, classGatesEnd:
			r.checkList(s)
		}
		r.labeled(s)
	}
	for _, s := range r.all {
		if s.class == classWork {
			r.work(s)
		}
	}
}

// finish keeps what was not read, and counts the lines.
func (r *reader) finish() (Log, error) {
	r.keepRest()
	r.log["session"] = r.session
	if len(r.gates) > 0 {
		r.log["protocolCompliance"] = r.gates
	}
	var err error
	r.result.JSON, err = json.Marshal(r.log)
	return r.result, err
}

// keepRest keeps the items that no field has, section by section, as they are written.
func (r *reader) keepRest() {
	for _, s := range r.all {
		r.result.Account.Marks += filled(r.source[s.from:s.body])
		var raw, plain strings.Builder
		line := 0
		for _, i := range s.items {
			lines := filled(r.source[i.from:i.to])
			switch i.fate {
			case fateRead:
				r.result.Account.Read += lines
			case fateMark:
				r.result.Account.Marks += lines
			default:
				r.result.Account.Kept += lines
				if line == 0 {
					line = r.lineOf(i.from)
				}
				raw.Write(r.source[i.from:i.to])
				if i.form != formOther {
					plain.WriteString(r.prose(i))
				}
			}
		}
		r.keep(s, line, raw.String(), plain.String())
	}
}

// prose is an item as a line of plain text.
func (r *reader) prose(i *item) string {
	switch i.form {
	case formBullet:
		return "- " + i.whole() + "\n"
	case formRow:
		return strings.Join(i.cells, "\n") + "\n"
	default:
		return i.whole() + "\n"
	}
}

// keep keeps a text of a section under its title and the line where it begins.
func (r *reader) keep(s *section, line int, raw, plain string) {
	if strings.TrimSpace(raw) == "" {
		return
	}
	title := s.title
	if title == "" {
		title = "beginning"
	}
	r.log[r.log.free(fmt.Sprintf("%s (line %d)", title, line))] = strings.TrimSpace(raw)
	machine := s.within(func(s *section) bool {
		return s.class == classMachine || s.class == classGatesStart || s.class == classGatesEnd
	})
	if !machine && strings.TrimSpace(plain) != "" {
		r.result.Prose = append(r.result.Prose, Passage{Section: s.title, Text: plain})
	}
}

// filled counts the lines that are not blank.
func filled(text []byte) int {
	n := 0
	for line := range bytes.Lines(text) {
		if len(bytes.TrimSpace(line)) > 0 {
			n++
		}
	}
	return n
}

package text

import "strings"

// withoutHereDocuments removes the lines of here documents.
func withoutHereDocuments(text string) string {
	var out []string
	end := ""
	for l := range strings.Lines(text) {
		l = strings.TrimRight(l, "\n")
		if end != "" {
			if strings.TrimSpace(l) == end {
				end = ""
			}
			continue
		}
		out = append(out, l)
		if _, after, is := strings.Cut(l, "<<"); is && !strings.HasPrefix(after, "<") {
			if fields := strings.Fields(strings.TrimLeft(after, "- ")); len(fields) > 0 {
				end = strings.Trim(fields[0], `'"`)
			}
		}
	}
	return strings.Join(out, "\n")
}

// Programs returns the words of each program of a line for a shell. Quotes hold words together; what a here
// document holds is left out.
func Programs(line string) [][]string {
	s := splitting{}
	for _, r := range withoutHereDocuments(line) {
		s.take(r)
	}
	s.endProgram()
	return s.programs
}

// splitting is the state of [Programs].
type splitting struct {
	programs [][]string
	words    []string
	word     strings.Builder
	// quote is the open quotation mark, started whether a word is open.
	quote   rune
	started bool
	escaped bool
}

func (s *splitting) take(r rune) {
	if s.quoted(r) {
		return
	}
	switch {
	case strings.ContainsRune(" \t\r", r):
		s.endWord()
	case strings.ContainsRune("\n;|", r) || r == '&' && !strings.HasSuffix(s.word.String(), ">"):
		s.endProgram()
	case r == '>' && !isDescriptor(s.word.String()):
		s.endWord()
		s.word.WriteRune(r)
		s.started = true
	default:
		s.word.WriteRune(r)
		s.started = true
	}
}

// quoted takes a mark of quotation, or what one protects.
func (s *splitting) quoted(r rune) bool {
	switch {
	case s.escaped:
		s.escaped, s.started = false, true
		if r != '\n' {
			s.word.WriteRune(r)
		}
	case r == '\\' && s.quote != '\'':
		s.escaped = true
	case s.quote != 0 && r == s.quote:
		s.quote = 0
	case s.quote != 0:
		s.word.WriteRune(r)
	case r == '\'' || r == '"':
		s.quote, s.started = r, true
	default:
		return false
	}
	return true
}

// isDescriptor reports whether a redirection continues the word: a number or another mark.
func isDescriptor(word string) bool {
	return word == ">" || word != "" && strings.Trim(word, "0123456789") == ""
}

func (s *splitting) endWord() {
	if s.started {
		s.words = append(s.words, s.word.String())
	}
	s.word.Reset()
	s.started = false
}

func (s *splitting) endProgram() {
	s.endWord()
	if len(s.words) > 0 {
		s.programs = append(s.programs, s.words)
	}
	s.words = nil
}

package agentrun

import (
	"cmp"
	"strings"
	"unicode"

	"github.com/causeway-memory/causeway/internal/text"
)

// errorClasses are words of errors with the class that they show; the first that occurs decides.
func errorClasses() [][2]string {
	return [][2]string{
		{"doesn't want to proceed", "rejected by the user"},
		{"user rejected", "rejected by the user"},
		{"permission to use", "rejected by the user"},
		{"timed out", "timeout"},
		{"timeout", "timeout"},
		{"deadline exceeded", "timeout"},
		{"permission denied", "permission denied"},
		{"access denied", "permission denied"},
		{"unauthorized", "permission denied"},
		{"forbidden", "permission denied"},
		{"string to replace not found", "text to replace not found"},
		{"no replacement was performed", "text to replace not found"},
		{"has not been read", "file not read before"},
		{"modified since read", "file changed meanwhile"},
		{"command not found", "command not found"},
		{"no such file", "no such file"},
		{"does not exist", "does not exist"},
		{"syntaxerror", "syntax error"},
		{"syntax error", "syntax error"},
		{"undefined:", "undefined name"},
		{"cannot find module", "module not found"},
		{"modulenotfounderror", "module not found"},
		{"connection refused", "connection refused"},
		{"could not resolve host", "host not found"},
		{"rate limit", "rate limit"},
		{"too many requests", "rate limit"},
		{"merge conflict", "merge conflict"},
		{"out of memory", "out of memory"},
		{"no space left", "disk full"},
	}
}

// errorClass returns what errors of different runs have in common: a known class, else the type that the
// record names, else the first line without what differs from run to run.
func (s Step) errorClass() string {
	result := cmp.Or(s.span().Error, s.Result)
	low := strings.ToLower(result)
	if len(low) > 4000 {
		low = low[:4000]
	}
	for _, c := range errorClasses() {
		if strings.Contains(low, c[0]) {
			return c[1]
		}
	}
	return text.Shorten(cmp.Or(text.OneLine(s.span().ErrorType), masked(firstLine(result))), 80)
}

func firstLine(s string) string {
	for line := range strings.Lines(s) {
		if line = text.OneLine(line); line != "" {
			return line
		}
	}
	return "no message"
}

// masked replaces the words of a line that have digits, paths and quoted texts.
func masked(line string) string {
	words := strings.Fields(line)
	for i, w := range words {
		bare := strings.Trim(w, `.,:;'"()[]`)
		if bare != "" && (strings.ContainsFunc(bare, unicode.IsDigit) || strings.ContainsAny(bare, `/\=`)) {
			words[i] = strings.Replace(w, bare, "<n>", 1)
		}
	}
	return strings.Join(words, " ")
}

// failed reports whether a call failed; known says whether the record tells. A text that begins like
// an error counts as one where nothing else tells.
func (s Step) failed() (failed, known bool) {
	switch {
	case s.Failed != nil:
		return *s.Failed, true
	case s.ExitCode != nil:
		return *s.ExitCode != 0, true
	case !s.HasResult:
		return false, false
	}
	low := strings.ToLower(strings.TrimSpace(s.Result))
	for _, head := range []string{"error:", "error -", "traceback (most recent call last)", "<tool_use_error>", "fatal:", "failed:", "exception:"} {
		if strings.HasPrefix(low, head) {
			return true, true
		}
	}
	return false, false
}

// testsFailed reports whether the tests of a command failed. The exit code of a line is that of its last
// program: if that runs no tests, what it printed has to say.
func (c call) testsFailed() (failed, known bool) {
	if c.programs[len(c.programs)-1].tests() {
		if failed, known = c.Step.failed(); known {
			return failed, true
		}
	}
	for line := range strings.Lines(c.Result) {
		switch says := strings.TrimSpace(line); {
		case strings.HasPrefix(says, "FAIL"), strings.HasPrefix(says, "--- FAIL"), strings.HasPrefix(says, "test result: FAILED"), hasCount(says, "failed"), hasCount(says, "failing"):
			return true, true
		case strings.HasPrefix(line, "ok  "), strings.HasPrefix(says, "test result: ok"), hasCount(says, "passed"), hasCount(says, "passing"):
			known = true
		}
	}
	return false, known
}

// hasCount reports whether a line says that a number of tests above zero came out so, like "3 failed".
func hasCount(line, word string) bool {
	fields := strings.FieldsFunc(line, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, f := range fields[:max(0, len(fields)-1)] {
		if fields[i+1] == word && f != "0" && strings.Trim(f, "0123456789") == "" {
			return true
		}
	}
	return false
}

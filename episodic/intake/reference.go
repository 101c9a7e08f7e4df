package intake

import (
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/lexis"
	"github.com/causeway-memory/causeway/internal/lazy"
)

// referenceFinder finds the references of one text. A part of the text belongs to the first rule
// that matches it.
type referenceFinder struct {
	text  string
	taken []bool
	found []found
}

type found struct {
	episodic.Reference
	from, to int
}

// Compiled once; regexps are safe for concurrent use.
var (
	urlPattern       = lazy.Pattern(`[A-Za-z][A-Za-z0-9+.-]*://[^\s<>"'` + "`" + `]+`)
	qualifiedPattern = lazy.Pattern(`(?i)(\b(?:PRs?|pull requests?)\s+)?\b([a-z0-9][\w.-]*/[\w.-]+)#([1-9]\d{0,8})\b`)
	addressPattern   = lazy.Pattern(`(?i)(?:\bgithub\.com/([\w.-]+/[\w.-]+)/)?\b(pulls?|issues)/([1-9]\d{0,8})\b`)
	requestPattern   = lazy.Pattern(`(?i)\b(?:PRs?|pull requests?)(?:\s+#?|#)([1-9]\d{0,8})\b((?:(?:\s*(?:,\s*and\b|,|/|&|\+)\s*|\s+and\s+)#[1-9]\d{0,8}\b)*)`)
	issuePattern     = lazy.Pattern(`(?i)\bissues?(?:\s*#|\s+)([1-9]\d{0,8})\b((?:(?:\s*(?:,\s*and\b|,|/|&|\+)\s*|\s+and\s+)#?[1-9]\d{0,8}\b)*)`)
	numberPattern    = lazy.Pattern(`[1-9]\d{0,8}\b`)
	plainPattern     = lazy.Pattern(`#([1-9]\d{0,8})\b`)
	uuidPattern      = lazy.Pattern(`(?i)\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b`)
	cuePattern       = lazy.Pattern("(?i)\\b(?:commits?|sha-?1?|rev|revision)[\\s:=#(`'\"]{1,4}$")
)

// add adds a reference unless an earlier rule took part of its text.
func (f *referenceFinder) add(kind episodic.ReferenceKind, key string, from, to int) {
	if !slices.Contains(f.taken[from:to], true) {
		f.found = append(f.found, found{episodic.Reference{Kind: kind, Key: key}, from, to})
		f.take(from, to)
	}
}

func (f *referenceFinder) take(from, to int) {
	for i := from; i < to; i++ {
		f.taken[i] = true
	}
}

// qualified finds owner/repo#12. It is an issue unless the text calls it a pull request.
func (f *referenceFinder) qualified() {
	if !numbered(f.text, '#') || !strings.Contains(f.text, "/") {
		return
	}
	for _, m := range qualifiedPattern().FindAllStringSubmatchIndex(f.text, -1) {
		kind := episodic.ReferenceIssue
		if m[2] >= 0 {
			kind = episodic.ReferencePullRequest
		}
		f.add(kind, strings.ToLower(f.text[m[4]:m[5]])+"#"+f.text[m[6]:m[7]], m[4], m[7])
	}
}

// addresses finds pull/12 and issues/12, alone or in the URL of a repository.
func (f *referenceFinder) addresses() {
	if !numbered(f.text, '/') {
		return
	}
	for _, m := range addressPattern().FindAllStringSubmatchIndex(f.text, -1) {
		kind := episodic.ReferencePullRequest
		if f.text[m[4]] == 'i' || f.text[m[4]] == 'I' {
			kind = episodic.ReferenceIssue
		}
		key := f.text[m[6]:m[7]]
		if m[2] >= 0 {
			key = strings.ToLower(f.text[m[2]:m[3]]) + "#" + key
		}
		f.add(kind, key, m[4], m[7])
	}
}

// numbers finds the numbers of issues and pull requests, including lists of pull requests.
func (f *referenceFinder) numbers() {
	if !strings.ContainsAny(f.text, "0123456789") {
		return
	}
	for _, m := range requestPattern().FindAllStringSubmatchIndex(f.text, -1) {
		f.add(episodic.ReferencePullRequest, f.text[m[2]:m[3]], m[0], m[3])
		for _, n := range plainPattern().FindAllStringSubmatchIndex(f.text[m[4]:m[5]], -1) {
			f.add(episodic.ReferencePullRequest, f.text[m[4]+n[2]:m[4]+n[3]], m[4]+n[0], m[4]+n[1])
		}
	}
	f.issues()
	if !numbered(f.text, '#') {
		return
	}
	for _, m := range plainPattern().FindAllStringSubmatchIndex(f.text, -1) {
		if m[0] == 0 || !strings.ContainsRune("&#/_", rune(f.text[m[0]-1])) && !lexis.IsWordByte(f.text[m[0]-1]) {
			f.add(episodic.ReferenceIssue, f.text[m[2]:m[3]], m[0], m[1])
		}
	}
}

// issues finds the numbers after the word issue. Without a sign one number follows "issue" and several
// "issues": "issues 3 times" names none, and neither does a remark like "Issue 1: no tests".
func (f *referenceFinder) issues() {
	if !strings.Contains(f.text, "ssue") && !strings.Contains(f.text, "SSUE") {
		return
	}
	for _, m := range issuePattern().FindAllStringSubmatchIndex(f.text, -1) {
		signed, plural := f.text[m[2]-1] == '#', f.text[m[0]+5] == 's' || f.text[m[0]+5] == 'S'
		listed := strings.Contains(f.text[m[4]:m[5]], "#") || plural
		if !signed && m[4] == m[5] && (plural || strings.HasPrefix(f.text[m[1]:], ":")) {
			continue
		}
		f.add(episodic.ReferenceIssue, f.text[m[2]:m[3]], m[0], m[3])
		for _, n := range numberPattern().FindAllStringIndex(f.text[m[4]:m[5]], -1) {
			if listed {
				f.add(episodic.ReferenceIssue, f.text[m[4]+n[0]:m[4]+n[1]], m[4]+n[0], m[4]+n[1])
			}
		}
	}
}

// numbered reports whether a number follows a sign somewhere in a text. Without one some patterns find nothing.
func numbered(text string, sign byte) bool {
	for i := 1; i < len(text); i++ {
		if text[i-1] == sign && text[i] >= '1' && text[i] <= '9' {
			return true
		}
	}
	return false
}

// commits finds SHAs that are not part of a UUID, a file name or a decimal number.
func (f *referenceFinder) commits() {
	candidates := hexWords(f.text)
	if len(candidates) == 0 {
		return
	}
	for _, m := range uuidPattern().FindAllStringIndex(f.text, -1) {
		f.take(m[0], m[1])
	}
	for _, m := range candidates {
		sha := f.text[m[0]:m[1]]
		isSHA := lexis.IsSHA(sha, lexis.SHA1) || len(sha) == lexis.SHA1 || f.cued(m[0])
		if isSHA && f.isIsolated(m[0], m[1]) {
			f.add(episodic.ReferenceCommit, sha[:episodic.CommitKeyLen], m[0], m[1])
		}
	}
}

// hexWords returns the bounds of the words that may be a SHA-1 in lower case.
func hexWords(text string) [][2]int {
	var out [][2]int
	for from := 0; from < len(text); from++ {
		to := from
		for to < len(text) && lexis.IsWordByte(text[to]) {
			to++
		}
		if lexis.MayBeSHA(text[from:to], lexis.SHA1) {
			out = append(out, [2]int{from, to})
		}
		from = to
	}
	return out
}

// cued reports whether the word before at announces a commit.
func (f *referenceFinder) cued(at int) bool {
	return cuePattern().MatchString(f.text[max(0, at-24):at])
}

// isIsolated reports whether no dot or color sign connects the digits to the text around them;
// two dots are a range of commits.
func (f *referenceFinder) isIsolated(from, to int) bool {
	before, after := f.text[:from], f.text[to:]
	if strings.HasSuffix(before, "#") && !f.cued(from) {
		return false
	}
	if len(before) > 1 && before[len(before)-1] == '.' && lexis.IsWordByte(before[len(before)-2]) {
		return false
	}
	return len(after) < 2 || after[0] != '.' || !lexis.IsWordByte(after[1])
}

// files finds paths and known file names outside URLs.
func (f *referenceFinder) files() {
	if !strings.Contains(f.text, ".") {
		return
	}
	inURL := f.urls()
	for from, to := 0, 0; from < len(f.text); from = to + 1 {
		to = tokenEnd(f.text, from)
		if strings.Contains(f.text[from:to], ".") {
			f.file(from, to, inURL)
		}
	}
}

// urls marks the bytes that belong to a URL.
func (f *referenceFinder) urls() []bool {
	in := make([]bool, len(f.text))
	if !strings.Contains(f.text, "://") {
		return in
	}
	for _, m := range urlPattern().FindAllStringIndex(f.text, -1) {
		for i := m[0]; i < m[1]; i++ {
			in[i] = true
		}
	}
	return in
}

// tokenEnd returns the end of the token that begins at from. A token has the characters of paths
// and those of patterns and placeholders; at least one byte separates tokens.
func tokenEnd(text string, from int) int {
	for i, r := range text[from:] {
		switch {
		case r < utf8.RuneSelf && (lexis.IsWordByte(byte(r)) || strings.IndexByte(`.@+~/*?$<>%{}\-`, byte(r)) >= 0): //nolint:gosec // it is ASCII
		case r >= utf8.RuneSelf && r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsNumber(r)):
		default:
			return from + i
		}
	}
	return len(text)
}

// file adds a token that is a file after trimming the punctuation around it.
func (f *referenceFinder) file(from, to int, inURL []bool) {
	if to < len(f.text) && f.text[to] == '(' {
		return
	}
	for from < to && strings.IndexByte("<+-", f.text[from]) >= 0 {
		from++
	}
	for from < to && strings.IndexByte(".?>-", f.text[to-1]) >= 0 {
		to--
	}
	if !slices.Contains(inURL[from:to], true) && lexis.IsFile(f.text[from:to]) {
		f.add(episodic.ReferenceFile, path.Clean(f.text[from:to]), from, to)
	}
}

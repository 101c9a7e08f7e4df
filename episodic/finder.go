package episodic

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// finder reads one text. Rules that run earlier win the parts of the text they take.
type finder struct {
	text  string
	taken []bool
	found []found
}

type found struct {
	Reference
	from, to int
}

// Compiled once; regexps are safe for concurrent use.
var (
	urlPattern       = regexp.MustCompile(`[A-Za-z][A-Za-z0-9+.-]*://[^\s<>"'` + "`" + `]+`)
	qualifiedPattern = regexp.MustCompile(`(?i)(\b(?:PRs?|pull requests?)\s+)?\b([a-z0-9][\w.-]*/[\w.-]+)#([1-9]\d{0,8})\b`)
	addressPattern   = regexp.MustCompile(`(?i)(?:\bgithub\.com/([\w.-]+/[\w.-]+)/)?\b(pulls?|issues)/([1-9]\d{0,8})\b`)
	requestPattern   = regexp.MustCompile(`(?i)\b(?:PRs?|pull requests?)(?:\s+#?|#)([1-9]\d{0,8})\b((?:(?:\s*(?:,\s*and\b|,|/|&|\+)\s*|\s+and\s+)#[1-9]\d{0,8}\b)*)`)
	issuePattern     = regexp.MustCompile(`(?i)\bissues?\s*#([1-9]\d{0,8})\b`)
	plainPattern     = regexp.MustCompile(`#([1-9]\d{0,8})\b`)
	commitPattern    = regexp.MustCompile(`\b[0-9a-f]{7,40}\b`)
	uuidPattern      = regexp.MustCompile(`(?i)\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b`)
	cuePattern       = regexp.MustCompile("(?i)\\b(?:commits?|sha-?1?|rev|revision)[\\s:=#(`'\"]{1,4}$")
	tokenPattern     = regexp.MustCompile(`[\p{L}\p{N}_.@+~/*?$<>%{}\\-]+`)
)

// add takes a part of the text unless an earlier rule has it.
func (f *finder) add(kind ReferenceKind, key string, from, to int) {
	if !slices.Contains(f.taken[from:to], true) {
		f.found = append(f.found, found{Reference{Kind: kind, Key: key}, from, to})
		f.take(from, to)
	}
}

func (f *finder) take(from, to int) {
	for i := from; i < to; i++ {
		f.taken[i] = true
	}
}

// qualified finds owner/repo#12. It is an issue unless a pull request is spoken of.
func (f *finder) qualified() {
	for _, m := range qualifiedPattern.FindAllStringSubmatchIndex(f.text, -1) {
		kind := ReferenceIssue
		if m[2] >= 0 {
			kind = ReferencePullRequest
		}
		f.add(kind, strings.ToLower(f.text[m[4]:m[5]])+"#"+f.text[m[6]:m[7]], m[4], m[7])
	}
}

// addresses finds pull/12 and issues/12, alone or in the address of a repository.
func (f *finder) addresses() {
	for _, m := range addressPattern.FindAllStringSubmatchIndex(f.text, -1) {
		kind := ReferencePullRequest
		if f.text[m[4]] == 'i' || f.text[m[4]] == 'I' {
			kind = ReferenceIssue
		}
		key := f.text[m[6]:m[7]]
		if m[2] >= 0 {
			key = strings.ToLower(f.text[m[2]:m[3]]) + "#" + key
		}
		f.add(kind, key, m[4], m[7])
	}
}

// numbers finds the numbers of pull requests, lists of them included, and of issues.
func (f *finder) numbers() {
	for _, m := range requestPattern.FindAllStringSubmatchIndex(f.text, -1) {
		f.add(ReferencePullRequest, f.text[m[2]:m[3]], m[0], m[3])
		for _, n := range plainPattern.FindAllStringSubmatchIndex(f.text[m[4]:m[5]], -1) {
			f.add(ReferencePullRequest, f.text[m[4]+n[2]:m[4]+n[3]], m[4]+n[0], m[4]+n[1])
		}
	}
	for _, m := range issuePattern.FindAllStringSubmatchIndex(f.text, -1) {
		f.add(ReferenceIssue, f.text[m[2]:m[3]], m[0], m[1])
	}
	for _, m := range plainPattern.FindAllStringSubmatchIndex(f.text, -1) {
		if m[0] == 0 || !strings.ContainsRune("&#/_", rune(f.text[m[0]-1])) && !isWordByte(f.text[m[0]-1]) {
			f.add(ReferenceIssue, f.text[m[2]:m[3]], m[0], m[1])
		}
	}
}

// commits finds SHAs, not parts of a UUID, a file name or a decimal number.
func (f *finder) commits() {
	for _, m := range uuidPattern.FindAllStringIndex(f.text, -1) {
		f.take(m[0], m[1])
	}
	for _, m := range commitPattern.FindAllStringIndex(f.text, -1) {
		sha := f.text[m[0]:m[1]]
		mixed := strings.ContainsAny(sha, "0123456789") && strings.ContainsAny(sha, "abcdef")
		if (mixed || len(sha) == 40 || f.cued(m[0])) && f.standsAlone(m[0], m[1]) {
			f.add(ReferenceCommit, sha[:7], m[0], m[1])
		}
	}
}

// cued reports whether the word before says that a commit follows.
func (f *finder) cued(at int) bool {
	return cuePattern.MatchString(f.text[max(0, at-24):at])
}

// standsAlone reports whether no dot or colour sign ties the digits to what is around them;
// two dots are a range of commits.
func (f *finder) standsAlone(from, to int) bool {
	before, after := f.text[:from], f.text[to:]
	if strings.HasSuffix(before, "#") && !f.cued(from) {
		return false
	}
	if len(before) > 1 && before[len(before)-1] == '.' && isWordByte(before[len(before)-2]) {
		return false
	}
	return len(after) < 2 || after[0] != '.' || !isWordByte(after[1])
}

// files finds paths and known file names outside URLs.
func (f *finder) files() {
	urls := make([]bool, len(f.text))
	for _, m := range urlPattern.FindAllStringIndex(f.text, -1) {
		for i := m[0]; i < m[1]; i++ {
			urls[i] = true
		}
	}
	for _, m := range tokenPattern.FindAllStringIndex(f.text, -1) {
		from, to := m[0], m[1]
		call := to < len(f.text) && f.text[to] == '('
		for from < to && strings.IndexByte("<+-", f.text[from]) >= 0 {
			from++
		}
		for from < to && strings.IndexByte(".?>-", f.text[to-1]) >= 0 {
			to--
		}
		if !call && !slices.Contains(urls[from:to], true) && isFile(f.text[from:to]) {
			f.add(ReferenceFile, path.Clean(f.text[from:to]), from, to)
		}
	}
}

// maxPath is the most bytes of a path that is taken for a file.
const maxPath = 400

// isFile reports whether a token looks like the path or name of one file.
func isFile(token string) bool {
	if len(token) > maxPath || strings.ContainsAny(token, `*?$<>%{}\`) || strings.Contains(token, "//") {
		return false
	}
	dir, name := path.Split(token)
	dot := strings.LastIndexByte(name, '.')
	if dot < 1 || !strings.ContainsFunc(name[:dot], unicode.IsLetter) && dir == "" {
		return false
	}
	ext := name[dot+1:]
	if dir == "" {
		return isFileExtension(ext) && !isLibraryName(name)
	}
	host, _, _ := strings.Cut(token, "/")
	return !isHost(host) && looksLikeExtension(ext)
}

// looksLikeExtension takes one case only, so that a missing space after a full stop is no
// extension, and of single letters those that are one.
func looksLikeExtension(ext string) bool {
	if len(ext) == 0 || len(ext) > 10 || !unicode.IsLetter(rune(ext[0])) || strings.ContainsFunc(ext, func(r rune) bool {
		return r > unicode.MaxASCII || !isWordByte(byte(r)) || r == '_'
	}) {
		return false
	}
	if len(ext) == 1 {
		return strings.ContainsAny(ext, "chmrsd")
	}
	return ext == strings.ToLower(ext) || ext == strings.ToUpper(ext)
}

// isFileExtension knows the extensions that make a bare name a file.
func isFileExtension(ext string) bool {
	switch ext {
	case "go", "mod", "sum", "py", "pyi", "ipynb", "ps1", "psm1", "psd1", "sh", "bash", "zsh", "bat", "cmd",
		"js", "mjs", "cjs", "jsx", "ts", "mts", "tsx", "vue", "svelte", "html", "css", "scss", "less",
		"json", "jsonc", "jsonl", "json5", "yaml", "yml", "toml", "ini", "cfg", "conf", "properties", "lock",
		"md", "mdc", "mdx", "rst", "adoc", "txt", "csv", "tsv", "xml", "xsd", "svg", "log",
		"c", "h", "cc", "cpp", "hpp", "cs", "csproj", "sln", "fs", "vb", "java", "kt", "kts", "gradle",
		"scala", "rs", "rb", "php", "pl", "lua", "swift", "dart", "ex", "exs", "erl", "hs", "clj", "r",
		"sql", "cypher", "graphql", "graphqls", "proto", "tf", "hcl":
		return true
	}
	return false
}

// isLibraryName knows the libraries whose names end like a file.
func isLibraryName(name string) bool {
	switch strings.ToLower(name) {
	case "node.js", "next.js", "vue.js", "nuxt.js", "react.js", "express.js", "three.js", "d3.js", "ember.js":
		return true
	}
	return false
}

// isHost knows the first part of an address that was written without its scheme.
func isHost(s string) bool {
	switch path.Ext(s) {
	case ".com", ".org", ".io", ".net", ".dev":
		return !strings.HasPrefix(s, ".")
	}
	return false
}

func isWordByte(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}

package lexis

import (
	"path"
	"strings"
	"unicode"
)

// maxPath is the most bytes of a path that is taken for a file.
const maxPath = 400

// IsFile reports whether a token looks like the path or name of one file.
func IsFile(token string) bool {
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
		return r > unicode.MaxASCII || !IsWordByte(byte(r)) || r == '_' //nolint:gosec // it is ASCII
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

func IsWordByte(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}

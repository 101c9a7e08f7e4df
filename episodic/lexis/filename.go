package lexis

import (
	"path"
	"strings"
	"unicode"
)

// maxPath is the maximum length of a path, in bytes.
const maxPath = 400

// IsFile reports whether a token looks like the path or name of one file. Templates of factor
// names have a looser rule of their own (causal/mask): names stored under it must not change.
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

// looksLikeExtension accepts an extension in one case only, so that a missing space after a
// period does not make one, and only known single letters.
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

// isFileExtension reports whether a bare name with this extension is a file.
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

// isLibraryName reports whether a name is a library whose name ends like a file.
func isLibraryName(name string) bool {
	switch strings.ToLower(name) {
	case "node.js", "next.js", "vue.js", "nuxt.js", "react.js", "express.js", "three.js", "d3.js", "ember.js":
		return true
	}
	return false
}

// isHost reports whether the first part of a path is the host of a URL without a scheme.
func isHost(s string) bool {
	switch path.Ext(s) {
	case ".com", ".org", ".io", ".net", ".dev":
		return !strings.HasPrefix(s, ".")
	}
	return false
}

// IsWordByte reports whether b is an ASCII letter, digit or underscore.
func IsWordByte(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}

package engine

import (
	"os"
	"slices"
	"strings"
)

// plainNames lists the variables that every child gets; none of them holds a secret.
func plainNames() []string {
	return []string{
		"PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ",
		"TMPDIR", "TMP", "TEMP", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "JAVA_HOME",
	}
}

// toolNames lists the variables that Maven and Go get in addition, for downloads: sources,
// proxies and targets. Servers do not get them, because the address of a proxy may contain a
// password.
func toolNames() []string {
	return []string{
		"HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "no_proxy", "all_proxy",
		"SSL_CERT_FILE", "SSL_CERT_DIR", "NIX_SSL_CERT_FILE", "NETRC", "GIT_SSL_CAINFO",
		"MAVEN_OPTS", "MAVEN_ARGS", "MAVEN_HOME", "M2_HOME", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS",
		"GOPATH", "GOCACHE", "GOMODCACHE", "GOTMPDIR", "GOROOT", "GOENV", "GOTOOLCHAIN", "GOAUTH",
		"GOPROXY", "GONOPROXY", "GOSUMDB", "GONOSUMDB", "GOPRIVATE", "GOINSECURE", "GOVCS",
	}
}

// serverEnvironment returns the environment of a server: what it needs of ours, and more. It gets
// nothing else, in particular no keys of other services.
func serverEnvironment(more ...string) []string { return append(inherited(plainNames()), more...) }

// toolEnvironment returns the environment of a program that installs something.
func toolEnvironment(more ...string) []string {
	return append(inherited(append(plainNames(), toolNames()...)), more...)
}

// inherited returns our variables with these names, and the locale (LC_*).
func inherited(names []string) []string {
	var kept []string
	for _, variable := range os.Environ() {
		name, _, _ := strings.Cut(variable, "=")
		if slices.Contains(names, name) || strings.HasPrefix(name, "LC_") {
			kept = append(kept, variable)
		}
	}
	return kept
}

package privacy

import (
	"cmp"
	"slices"
	"strings"
)

// The maximum lengths of the parts of an address.
const longestLocal, longestDomain = 64, 253

// appendEmails finds e-mail addresses, also with %40 in the place of the sign. What ends a password of a URL, in the order of
// the text, begins none.
func appendEmails(all, passwords []span, text string) []span {
	for _, sign := range []string{"@", "%40"} {
		for from := 0; ; {
			i := strings.Index(text[from:], sign)
			if i < 0 {
				break
			}
			at := from + i
			from = at + len(sign)
			if _, is := slices.BinarySearchFunc(passwords, at, func(s span, at int) int { return cmp.Compare(s.end, at) }); is {
				continue
			}
			start, end := localStart(text, at), domainEnd(text, from)
			if start < at && end > from && !noPerson(text[start:at], text[from:end]) {
				all = append(all, span{start, end, KindEmail})
			}
		}
	}
	return all
}

// localStart returns where the part before the sign begins.
func localStart(text string, at int) int {
	start := at
	for start > 0 && at-start < longestLocal && (text[start-1] == '+' || text[start-1] == '%' || (word | dash | dot | high).has(text[start-1])) {
		start--
	}
	if start > 0 && start < at && text[start-1] == '\\' && strings.IndexByte("nrt", text[start]) >= 0 {
		start++ // an escape
	}
	for start < at && (text[start] == '.' || text[start] == '-') {
		start++
	}
	return start
}

// domainEnd returns the end of the domain that begins at a place, or the place if there is none.
func domainEnd(text string, start int) int {
	labels, at := 0, start
	end := start
	for at-start < longestDomain {
		stop := (alnum | dash | high).run(text, at)
		if stop == at {
			break
		}
		if labels++; labels > 1 {
			if n := topLevel(text[at:stop]); n > 0 {
				end = at + n
			}
		}
		if stop == len(text) || text[stop] != '.' {
			break
		}
		at = stop + 1
	}
	return end
}

// topLevel returns how much of a label can be a top level domain; 0 for nothing.
func topLevel(label string) int {
	n := letter.run(label, 0)
	switch {
	case strings.HasPrefix(label, "xn--"), high.run(label, 0) == len(label):
		return len(label)
	case n < 2, n < len(label) && !high.has(label[n]) && label[n] != '-':
		return 0
	}
	return n
}

// noPerson reports whether what looks like an address is a version, a file, a unit of a system, or the account of a service
// that everybody uses.
func noPerson(local, domain string) bool {
	if local == "git" || local == "hg" || local == "this" {
		return true
	}
	first, rest, _ := strings.Cut(domain, ".")
	second, _, _ := strings.Cut(rest, ".")
	if versionPart(strings.TrimPrefix(first, "v")) && versionPart(second) {
		return true
	}
	switch strings.ToLower(domain[strings.LastIndexByte(domain, '.')+1:]) {
	case "png", "jpg", "jpeg", "gif", "svg", "webp", "js", "ts", "jsx", "tsx", "json", "yaml", "yml", "toml", "html", "css", "txt", "log", "xml", "go", "java", "kt", "swift",
		"cpp", "tgz", "gz", "jar", "whl", "lock", "service", "socket", "timer", "mount", "slice", "scope", "target":
		return true
	}
	return false
}

func versionPart(label string) bool { return label != "" && digit.run(label, 0) == len(label) }

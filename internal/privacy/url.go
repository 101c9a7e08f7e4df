package privacy

import "strings"

// longestAuthority is how far the end of a user and password is looked for, in bytes.
const longestAuthority = 512

// urlPasswords finds passwords in URLs, in order.
func urlPasswords(text string) []span {
	var all []span
	for from := 0; ; {
		i := strings.Index(text[from:], "://")
		if i < 0 {
			return all
		}
		from += i + 3
		if found, is := password(text, from); is {
			all = append(all, found)
			from = found.end
		}
	}
}

// appendAddresses finds passwords in addresses of databases like user:password@tcp(host).
func appendAddresses(all []span, text string) []span {
	for _, network := range []string{"@tcp(", "@unix("} {
		for from := 0; ; {
			i := strings.Index(text[from:], network)
			if i < 0 {
				break
			}
			at := from + i
			from = at + len(network)
			start := max(at-longestName, 0)
			start += strings.LastIndexAny(text[start:at], " \t\n\"'`=") + 1
			if colon := strings.IndexByte(text[start:at], ':'); colon >= 0 && hides(text[start+colon+1:at]) {
				all = append(all, span{start + colon + 1, at, KindPassword})
			}
		}
	}
	return all
}

// password finds the password of a URL whose authority begins at a place.
func password(text string, start int) (span, bool) {
	rest := text[start:min(len(text), start+longestAuthority)]
	if i := strings.IndexAny(rest, " \t\r\n\"'`<>\\"); i >= 0 {
		rest = rest[:i]
	}
	authority := rest
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		authority = rest[:i]
	}
	at, colon := strings.LastIndexByte(authority, '@'), strings.IndexByte(authority, ':')
	if at < 0 && colon >= 0 && digit.run(authority, colon+1) < len(authority) {
		at = strings.LastIndexByte(rest, '@') // a password with a slash
	}
	switch {
	case at < 0:
		return span{}, false
	case colon < 0 || colon > at:
		return span{start, start + at, KindKey}, at >= randomRun && random(rest[:at])
	}
	return span{start + colon + 1, start + at, KindPassword}, hides(rest[colon+1 : at])
}

// hides reports whether a password is one, and no variable or stars.
func hides(password string) bool {
	return password != "" && !strings.ContainsAny(password[:1], "$<{") && strings.Trim(password, "*") != "" && markerAt(password, 0) == 0
}

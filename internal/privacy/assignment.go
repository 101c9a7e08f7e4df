package privacy

import "strings"

// appendAssignments finds the values of names like password and api_key, in code, settings, JSON, headers, URLs and prose.
func appendAssignments(all []span, text string) []span {
	for from := 0; ; {
		i := strings.IndexAny(text[from:], "=:")
		if i < 0 {
			break
		}
		at := from + i
		from = at + 1
		name := nameBefore(text, at)
		if !maybeSecret(name) || text[at] == ':' && at > 0 && letter.has(text[at-1]) && strings.EqualFold(name, "pass") { // tests pass: …
			continue
		}
		if s := secrecyOf(name); s != public {
			if found, is := s.valueAt(text, at); is {
				all, from = append(all, found), found.end
			}
		}
	}
	all = appendOptions(all, text)
	return appendTold(all, text)
}

// nameBefore returns the name that ends before a sign of equality or a colon, with quotes and brackets between.
func nameBefore(text string, at int) string {
	end := at
	for end > 0 && at-end < longestGap && strings.IndexByte(" \t\"'`\\]", text[end-1]) >= 0 {
		end--
	}
	start := end
	for start > 0 && end-start < longestName && (word | dash | dot).has(text[start-1]) {
		start--
	}
	return text[start:end]
}

// valueAt finds the value behind a sign of equality or a colon.
func (s secrecy) valueAt(text string, at int) (span, bool) {
	colon := text[at] == ':'
	for n := 0; at < len(text) && n < 3 && strings.IndexByte("=:>", text[at]) >= 0; n++ {
		at++
	}
	how := bare
	for n := 0; at < len(text) && n < longestGap && (text[at] == ' ' || text[at] == '\t'); n++ {
		at++
		if colon {
			how = told
		}
	}
	return s.value(text, at, how)
}

// value finds the value that begins at a place, in quotes or not.
func (s secrecy) value(text string, at int, how manner) (span, bool) {
	quote := quoteAt(text, at)
	start := at + len(quote)
	parts := s == secretHeader || s == secretCookie
	end := valueEnd(text, start, quote, parts)
	if start == end {
		return span{}, false
	}
	if quote != "" {
		how = stated
	}
	value := text[start:end]
	if parts {
		return span{start, end, s.kind()}, s.header(value)
	}
	if how != stated && strings.ContainsAny(value, "([") {
		return span{}, false
	}
	return span{start, end, s.kind()}, s.holds(value, how)
}

// quoteAt returns the quote at a place, as it is escaped there.
func quoteAt(text string, at int) string {
	end := at
	for end < len(text) && end-at < 3 && text[end] == '\\' {
		end++
	}
	if end < len(text) && strings.IndexByte("\"'`", text[end]) >= 0 {
		return text[at : end+1]
	}
	return ""
}

// valueEnd returns the end of the value that begins at a place: its quote, or what cannot be in a value without one.
func valueEnd(text string, start int, quote string, line bool) int {
	most := min(len(text), start+longestValue)
	if quote != "" {
		if i := strings.Index(text[start:most], quote); i >= 0 && !strings.Contains(text[start:start+i], "\n") {
			return start + i
		}
	}
	stops := " \t\r\n\"'`,;&)]}<>|\\"
	if line {
		stops = "\r\n\"'`\\<>"
	}
	if i := strings.IndexAny(text[start:most], stops); i >= 0 {
		return trimEnd(text, start, start+i)
	}
	return trimEnd(text, start, most)
}

// trimEnd returns the end of a value without the dot of a sentence.
func trimEnd(text string, start, end int) int {
	if end > start && text[end-1] == '.' {
		return end - 1
	}
	return end
}

// appendOptions finds values of options of commands, like --token X.
func appendOptions(all []span, text string) []span {
	for from := 0; ; {
		i := strings.Index(text[from:], "--")
		if i < 0 {
			return all
		}
		start := from + i + 2
		end := start
		for end < len(text) && end-start < longestName && (word | dash | dot).has(text[end]) {
			end++
		}
		if from = max(end, start); end == len(text) || text[end] != ' ' || !maybeSecret(text[start:end]) {
			continue
		}
		if s := secrecyOf(text[start:end]); s == secretKey || s == secretPassword {
			if end+1 < len(text) && text[end+1] == '-' {
				continue
			}
			if found, is := s.value(text, end+1, bare); is {
				all, from = append(all, found), found.end
			}
		}
	}
}

// saying introduces a secret in prose or in SQL.
type saying struct {
	words string
	how   manner
	secrecy
}

func sayings() []saying {
	return []saying{
		{"assword is ", told, secretPassword},
		{"assphrase is ", told, secretPassword},
		{"ecret is ", told, secretPassword},
		{"asswort ist ", told, secretPassword},
		{"oken is ", told, secretKey},
		{"PI key is ", told, secretKey},
		{"pi key is ", told, secretKey},
		{"assword '", stated, secretPassword},
		{"ASSWORD '", stated, secretPassword},
		{"IDENTIFIED BY '", stated, secretPassword},
		{"identified by '", stated, secretPassword},
	}
}

// appendTold finds secrets that prose or a statement tells.
func appendTold(all []span, text string) []span {
	for _, say := range sayings() {
		for from := 0; ; {
			i := strings.Index(text[from:], say.words)
			if i < 0 {
				break
			}
			from += i + len(say.words)
			at := from
			if say.how == stated {
				at--
			}
			if found, is := say.value(text, at, say.how); is {
				all = append(all, found)
			}
		}
	}
	return all
}

// leastBearer is the least length of a token behind the word Bearer.
const leastBearer = 10

// appendBearers finds what stands behind "Bearer ".
func appendBearers(all []span, text string) []span {
	for _, scheme := range []string{"earer ", "EARER ", "earer%20"} {
		for from := 0; ; {
			i := strings.Index(text[from:], scheme)
			if i < 0 {
				break
			}
			start := from + i + len(scheme)
			end := trimDots(text, start, (alnum|dash|under|dot|more|tilde).run(text, start))
			from = max(end, start)
			if value := text[start:end]; len(value) >= leastBearer && (mix(value)&digit != 0 || inside(value)) {
				all = append(all, span{start, end, KindKey})
			}
		}
	}
	return all
}

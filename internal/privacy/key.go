package privacy

import "strings"

// keyForm is the form of the keys or tokens of a service.
type keyForm struct {
	prefix string
	// body are the bytes that follow, least how many at least, most how many at most; 0 for any number.
	body        set
	least, most int
	// mixed wants what no word has: a digit, and either an upper case letter or a long run without dashes.
	mixed bool
}

const (
	tokenBody = alnum | dash | under
	// randomRun is the length of letters and digits in a row that no name has.
	randomRun = 16
)

// keyForms lists the forms, as the services document them.
func keyForms() []keyForm {
	forms := []keyForm{
		{prefix: "sk-", body: tokenBody, least: 16, mixed: true}, // OpenAI, Anthropic, OpenRouter
		{prefix: "AKIA", body: upper | digit, least: 16, most: 16},
		{prefix: "ASIA", body: upper | digit, least: 16, most: 16},
		{prefix: "ABIA", body: upper | digit, least: 16, most: 16},
		{prefix: "ACCA", body: upper | digit, least: 16, most: 16},
		{prefix: "AIza", body: tokenBody, least: 30},
		{prefix: "ya29.", body: tokenBody | dot, least: 20},
		{prefix: "GOCSPX-", body: tokenBody, least: 20},
		{prefix: "github_pat_", body: word, least: 20},
		{prefix: "SK", body: hex, least: 32, most: 32},
		{prefix: "dapi", body: hex, least: 32},
		{prefix: "SG.", body: tokenBody | dot, least: 40},
		{prefix: "AGE-SECRET-KEY-1", body: upper | digit, least: 50},
		{prefix: "pypi-", body: tokenBody, least: 50},
		{prefix: "secret_", body: alnum, least: 40},
		{prefix: "xai-", body: alnum, least: 40},
		{prefix: "hooks.slack.com/services/", body: alnum | more, least: 20},
		{prefix: "v1.0-", body: hex | dash, least: 100},
		{prefix: "1//0", body: tokenBody, least: 40},
	}
	for _, p := range []string{"ghp_", "gho_", "ghu_", "ghs_", "ghr_"} {
		forms = append(forms, keyForm{prefix: p, body: tokenBody | dot, least: 20})
	}
	for _, p := range []string{"xoxa-", "xoxb-", "xoxc-", "xoxd-", "xoxe-", "xoxe.", "xoxo-", "xoxp-", "xoxr-", "xoxs-", "xapp-"} {
		forms = append(forms, keyForm{prefix: p, body: tokenBody | dot, least: 10})
	}
	for _, p := range []string{"glpat-", "gldt-", "glrt-", "glrtr-", "glcbt-", "glptt-", "glft-", "glsoat-", "glagent-", "gloas-", "glimt-", "glffct-"} {
		forms = append(forms, keyForm{prefix: p, body: tokenBody | dot, least: 16})
	}
	for _, p := range []string{"sk_live_", "sk_test_", "rk_live_", "rk_test_", "whsec_", "shpat_", "shpss_", "shpca_", "shppa_", "hvs.", "hvb.", "hvr."} {
		forms = append(forms, keyForm{prefix: p, body: tokenBody, least: 16, mixed: true})
	}
	for _, p := range []string{
		"npm_", "hf_", "gsk_", "dop_v1_", "doo_v1_", "dor_v1_", "dckr_pat_", "lin_api_", "rubygems_", "figd_", "ntn_", "nfp_", "glc_", "glsa_", "sntrys_", "sntryu_",
		"pplx-", "tvly-", "r8_", "sq0atp-", "sq0csp-", "NRAK-", "PMAK-", "CFPAT-", "ATATT3", "ATCTT3", "ATBB", "cio_", "phc_", "phx_", "pul-", "tfp_",
	} {
		forms = append(forms, keyForm{prefix: p, body: tokenBody, least: 20, mixed: true})
	}
	return forms
}

// appendKeys finds keys and tokens by the prefix that their service gives them.
func (r *Rules) appendKeys(all []span, text string) []span {
	// failed is how far a form was looked for in vain: nothing shorter in the same run is of that form.
	var failed map[string]int
	for at := 0; at < len(text); at++ {
		forms := r.keys[text[at]]
		if forms == nil || !opens(text, at) {
			continue
		}
		for _, f := range forms {
			if !strings.HasPrefix(text[at:], f.prefix) || at < failed[f.prefix] {
				continue
			}
			end, is := f.match(text, at+len(f.prefix))
			if is {
				all = append(all, span{at, end, KindKey})
				at = end - 1
				break
			}
			if failed == nil {
				failed = map[string]int{}
			}
			failed[f.prefix] = end
		}
	}
	return appendBotTokens(all, text)
}

// match reports whether the body of a key begins at a place, and where it would end.
func (f keyForm) match(text string, start int) (end int, is bool) {
	end = trimDots(text, start, f.body.run(text, start))
	n := end - start
	switch {
	case n < f.least, f.most > 0 && n > f.most:
		return end, false
	case f.most > 0 && end < len(text) && word.has(text[end]):
		return end, false
	}
	return end, !f.mixed || random(text[start:end])
}

// random reports whether a text is no name made of words: it has a digit, and an upper case letter or a long run of
// letters and digits.
func random(text string) bool {
	all := mix(text)
	if all&digit == 0 || all&letter == 0 {
		return false
	}
	if all&upper != 0 && all&lower != 0 {
		return true
	}
	for at := 0; at < len(text); at++ {
		end := alnum.run(text, at)
		if end-at >= randomRun && mix(text[at:end])&digit != 0 {
			return true
		}
		at = end
	}
	return false
}

// The lengths of the parts of a token of a bot of Telegram.
const (
	botID, longestBotID = 8, 10
	botSecret           = 33
)

// appendBotTokens finds tokens like 123456789:AA…, which have no prefix.
func appendBotTokens(all []span, text string) []span {
	for from := 0; ; {
		i := strings.Index(text[from:], ":AA")
		if i < 0 {
			return all
		}
		at := from + i
		start, end := at, tokenBody.run(text, at+1)
		for start > from && at-start < longestBotID && digit.has(text[start-1]) {
			start--
		}
		if at-start >= botID && end-at > botSecret && (opens(text, start) || strings.HasSuffix(text[:start], "bot")) {
			all = append(all, span{start, end, KindKey})
		}
		from = end
	}
}

// The least lengths of the parts of a JSON web token.
const leastWebHeader, leastWebPart = 12, 10

// appendWebTokens finds JSON web tokens: two or more parts in base 64, of which the first begins like a JSON object.
func appendWebTokens(all []span, text string) []span {
	for from := 0; ; {
		i := strings.Index(text[from:], "eyJ")
		if i < 0 {
			return all
		}
		start := from + i
		end := tokenBody.run(text, start)
		from = end
		if end-start < leastWebHeader || end == len(text) || text[end] != '.' || !opens(text, start) {
			continue
		}
		second := tokenBody.run(text, end+1)
		from = second
		if second-end <= leastWebPart {
			continue
		}
		from = trimDots(text, start, (tokenBody|dot).run(text, second))
		all = append(all, span{start, from, KindKey})
	}
}

const (
	blockBegin, blockEnd = "-----BEGIN ", "-----END "
	// longestTitle is the maximum length of the name of a block.
	longestTitle = 60
)

// appendBlocks finds blocks of private keys, up to their end or as far as they go.
func appendBlocks(all []span, text string) []span {
	stop := 0 // the next end of a block, len(text) if there is none
	for from := 0; ; {
		i := strings.Index(text[from:], blockBegin)
		if i < 0 {
			return all
		}
		start := from + i
		from = start + len(blockBegin)
		title := text[from:min(len(text), from+longestTitle)]
		if end := strings.Index(title, "-----"); end < 0 || !strings.Contains(title[:end], "PRIVATE KEY") {
			continue
		}
		if stop < from {
			if stop = len(text); strings.Contains(text[from:], blockEnd) {
				stop = from + strings.Index(text[from:], blockEnd)
			}
		}
		from = blockStop(text, from, stop)
		all = append(all, span{start, from, KindKey})
	}
}

// longestBlock is the maximum distance from the beginning of a block to its end, in bytes.
const longestBlock = 16 << 10

// blockStop returns where a block ends whose title begins at a place, given the next end of a block. A block that was cut
// goes as far as its bytes could be base 64, space, or headers.
func blockStop(text string, at, stop int) int {
	if stop < len(text) && stop-at < longestBlock && !strings.Contains(text[at:stop], blockBegin) {
		at = stop + len(blockEnd)
		return trimLine((upper|digit|space|dash).run(text, at), text)
	}
	for at < len(text) && (text[at] == '\\' || text[at] == ':' || text[at] == ',' || (alnum | more | dash | space).has(text[at])) {
		at++
	}
	return trimLine(at, text)
}

// leastBlockLine is the least length of a line of a block but its last.
const leastBlockLine = 32

// appendBlockEnds finds the ends of blocks of private keys that were cut at their beginning.
func appendBlockEnds(all []span, text string) []span {
	for from := 0; ; {
		i := strings.Index(text[from:], blockEnd)
		if i < 0 {
			return all
		}
		at := from + i
		low := from
		from = at + len(blockEnd)
		title := text[from:min(len(text), from+longestTitle)]
		if end := strings.Index(title, "-----"); end < 0 || !strings.Contains(title[:end], "PRIVATE KEY") {
			continue
		}
		if start := blockStart(text, low, at); start < at {
			from = trimLine((upper|digit|space|dash).run(text, from), text)
			all = append(all, span{start, from, KindKey})
		}
	}
}

// blockStart returns where the lines begin, from a place on, of a block that ends at another: words of base 64, long ones but for the last.
func blockStart(text string, low, end int) int {
	start := end
	for at := end; ; {
		at = beforeGap(text, low, at)
		word := at
		for word > low && (alnum | more).has(text[word-1]) && !escaped(text, low, word) {
			word--
		}
		if at == word || at-word < leastBlockLine && at < beforeGap(text, low, end) {
			return start
		}
		if at-word >= leastBlockLine {
			start = word
		}
		at = word
	}
}

// beforeGap returns the end of what stands before the space, and the escaped line feeds, that end at a place.
func beforeGap(text string, low, at int) int {
	for at > low {
		switch {
		case space.has(text[at-1]):
			at--
		case escaped(text, low, at):
			at -= 2
		default:
			return at
		}
	}
	return at
}

// escaped reports whether an escape like \n in JSON ends at a place.
func escaped(text string, low, at int) bool { return at-2 >= low && text[at-2] == '\\' }

// trimLine returns an end without the space before it.
func trimLine(end int, text string) int {
	for end > 0 && space.has(text[end-1]) {
		end--
	}
	return end
}

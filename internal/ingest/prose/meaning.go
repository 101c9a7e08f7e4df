package prose

import (
	"slices"
	"strings"
	"unicode"
)

// sinceIsWhy reports whether "since" says why: what follows is a sentence of its own and not a time, and what it explains did not go on from then on.
func sinceIsWhy(before, after string) bool {
	if before == "" {
		cause, effect, found := strings.Cut(after, ", ")
		if !found {
			return false
		}
		before, after = effect, cause
	}
	to := words(before)
	if n := len(to); n == 0 || slices.Contains([]string{"ever", "long", "and"}, to[n-1]) || goesOn(to) {
		return false
	}
	from := words(after)
	return len(from) > 2 && !isTime(from) && hasVerb(from)
}

// goesOn reports whether a sentence tells of what went on: "has been", "have failed".
func goesOn(all []string) bool {
	return slices.ContainsFunc(all, func(w string) bool {
		return slices.Contains([]string{"has", "have", "had", "hasn't", "haven't"}, w) || strings.HasSuffix(w, "'ve") || strings.HasSuffix(w, "’ve")
	})
}

// isTime reports whether words begin with a time, or with something that happened at one.
func isTime(all []string) bool {
	for len(all) > 0 && slices.Contains([]string{"the", "a", "an", "my", "our", "its", "their", "about", "around"}, all[0]) {
		all = all[1:]
	}
	if len(all) == 0 {
		return true
	}
	first := all[0]
	return unicode.IsDigit([]rune(first)[0]) || slices.Contains([]string{
		"last", "then", "when", "yesterday", "today", "this", "that", "previous", "prior", "first", "early", "late", "before", "after", "beginning", "start", "end",
		"session", "release", "version", "commit", "merge", "deploy", "deployment", "launch", "migration", "upgrade", "incident", "outage",
		"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "midnight", "noon", "morning",
		"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
	}, first)
}

// hasVerb reports whether words have a verb that says what is or what happened.
func hasVerb(all []string) bool {
	if happened(strings.Join(all, " ")) {
		return true
	}
	for i, w := range all {
		isVerb := slices.Contains([]string{"is", "are", "isn't", "aren't", "has", "have", "does", "do", "doesn't", "don't", "can", "can't", "cannot", "will", "won't", "must", "needs", "need"}, w)
		if isVerb || i > 0 && len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && isWord(w) {
			return true
		}
	}
	return false
}

// isWord reports whether a word has letters only.
func isWord(w string) bool {
	return !strings.ContainsFunc(w, func(r rune) bool { return !unicode.IsLetter(r) })
}

// happened reports whether a part of a sentence says what happened, and not what can, will or should: its first verb is in the past.
func happened(part string) bool {
	for i, w := range words(part) {
		switch {
		case slices.Contains([]string{"can", "can't", "cannot", "could", "couldn't", "will", "won't", "would", "wouldn't", "may", "might", "should", "shouldn't", "must", "is", "are", "has", "have", "does", "do", "doesn't", "don't"}, w):
			return false
		case slices.Contains([]string{
			"was", "were", "wasn't", "weren't", "had", "hadn't", "did", "didn't", "became", "began", "broke", "came", "fell", "found", "gave", "got", "kept", "left", "lost", "made", "ran", "sent", "stood", "stopped", "told", "took", "went", "wrote",
		}, w):
			return true
		case i > 0 && len(w) > 4 && strings.HasSuffix(w, "ed") && isWord(w):
			return true
		}
	}
	return false
}

// soMuchThat reports whether "that" ends "was so large that", and what follows happened.
func soMuchThat(before, after string) bool {
	all := words(before)
	at := slices.Index(all, "so")
	return at > 0 && len(all)-at <= 3 && len(all)-at > 1 && slices.Contains([]string{"is", "are", "was", "were", "became", "got", "grew", "ran"}, all[at-1]) && happened(after)
}

// soIsWhy reports whether "so" joins what follows from a sentence: "C, so E". What can or will be is what somebody wants.
func soIsWhy(before, after string) bool {
	follow := words(after)
	if !strings.HasSuffix(strings.TrimRight(before, " "), ",") || len(follow) < 2 || len(words(before)) < 2 {
		return false
	}
	return !slices.Contains([]string{"that", "far", "on", "forth", "called", "much", "many", "long", "as", "to", "please", "let's"}, follow[0]) &&
		!slices.ContainsFunc(follow[:min(len(follow), 4)], func(w string) bool {
			return slices.Contains([]string{"can", "could", "will", "would", "may", "might", "should", "think", "guess", "believe", "hope", "assume"}, w)
		})
}

package ingest

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/causeway-memory/causeway/episodic"
)

// wordIn reads a word of an enumeration. If the word is not in all, it is returned as own.
func wordIn[T ~string](o *object, key string, all []T) (word T, own string) {
	s := strings.TrimSpace(o.text(key))
	if slices.Contains(all, T(s)) || s == "" {
		return T(s), ""
	}
	lower := T(strings.ToLower(s))
	if slices.Contains(all, lower) && s == strings.ToUpper(s) {
		return lower, "" // as the API spells it
	}
	if slices.Contains(all, lower) {
		o.r.say(RuleWordCase, o.at(key), "%q was read as %q", s, lower)
		return lower, ""
	}
	return "", s
}

// outcome reads an outcome; an unknown word means unknown.
func (o *object) outcome(key string) (episodic.Outcome, string) {
	if n := o.get(key); n != nil && (n.kind == kindObject || n.kind == kindList) {
		o.r.keep(RuleUnreadableOutcome, o.at(key), n, "%s is not an outcome", shorten(string(n.raw)))
		return "", ""
	}
	word, own := wordIn(o, key, episodic.Outcomes())
	if own == "" {
		return word, strings.TrimSpace(o.text(o.name("reported_"+key, "reportedOutcome")))
	}
	o.r.say(RuleUnknownOutcome, o.at(key), "%q is not an outcome; the outcome is unknown", shorten(own))
	return episodic.OutcomeUnknown, own
}

// typed reads the type of a decision or event; an unknown word becomes other.
func typed[T ~string](o *object, all []T, other T) (T, string) {
	word, own := wordIn(o, "type", all)
	if own == "" {
		return word, strings.TrimSpace(o.text(o.name("reported_type", "reportedType")))
	}
	o.r.say(RuleUnknownType, o.at("type"), "%q is not a type; the type is %q", shorten(own), other)
	return other, own
}

// fit shortens a word that is too long for the store and keeps all of it in a note.
func (r *reading) fit(word *string, path string, notes *[]string) {
	if utf8.RuneCountInString(*word) <= episodic.MaxWord {
		return
	}
	r.say(RuleLongWord, path, "%d characters were shortened; the notes have them all", utf8.RuneCountInString(*word))
	*notes = append(*notes, path+": "+*word)
	*word = shorten(*word)
}

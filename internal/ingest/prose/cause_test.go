package prose_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/internal/ingest/prose"
)

func TestCauses(t *testing.T) {
	for _, c := range []struct {
		why, text string
		want      []string
	}{
		{"because", "The bell rang because fog came in.", []string{"because/1: fog came in => The bell rang"}},
		{"because of", "The ferry waited because of fog", []string{"because/1: fog => The ferry waited"}},
		{"at the beginning", "Because the pier was iced, the ferry waited.", []string{"because/1: the pier was iced => the ferry waited"}},
		{"due to", "The crossing was canceled due to fog", []string{"due-to/1: fog => The crossing was canceled"}},
		{"caused by, with its verb", "The delays have been caused by a broken winch.", []string{"caused-by/1: a broken winch => The delays"}},
		{"caused", "A broken winch caused the delay", []string{"caused/1: A broken winch => the delay"}},
		{"which caused", "The winch broke, which caused a delay", []string{"caused/1: The winch broke => a delay"}},
		{"led to", "Fog led to a delay of an hour", []string{"led-to/1: Fog => a delay of an hour"}},
		{"resulted in", "The fog resulted in a delay", []string{"led-to/1: The fog => a delay"}},
		{"the sentence before", "The winch broke. This led to a delay.", []string{"led-to/1: The winch broke => a delay"}},
		{"back to nothing", "This led to a delay.", []string{"led-to/1:  => a delay ? the sentence does not say what"}},
		{"root cause of", "Root cause of the delay: a broken winch", []string{"root-cause/1: a broken winch => the delay"}},
		{"root cause of, with a verb", "The root cause of the delay was a broken winch", []string{"root-cause/1: a broken winch => the delay"}},
		{"root cause of nothing named", "The ferry waited. Root cause: a broken winch", []string{"root-cause/1: a broken winch =>  ? the sentence does not say of what"}},
		{"an analysis of root causes is none", "Root cause analysis of the delay was done", nil},
		{"most likely is another word", "We discussed the root cause.", nil},
		{"a list", "The winch was replaced due to:\n- rust on the drum\n2. a worn rope\n\nThen it ran.", []string{"due-to/1: rust on the drum => The winch was replaced", "due-to/1: a worn rope => The winch was replaced"}},
		{"a list after a root cause of something", "Root Cause of Late Ferries:\n- fog at night", []string{"root-cause/1: fog at night => Late Ferries"}},
		{"a list that does not follow", "It was replaced due to:\nsomething\n- rust", []string{"due-to/1:  => It was replaced ? the sentence does not say what"}},
		{"denied", "The delay was not caused by fog", []string{"caused-by/1: fog => The delay was not ? it is denied"}},
		{"denied in short", "It wasn't because of fog", []string{"because/1: fog => It wasn't ? it is denied"}},
		{"denied after the cause", "The delay was caused by rust, not fog", []string{"caused-by/1: rust => The delay"}},
		{"asked", "Was the delay caused by fog?", []string{"caused-by/1: fog? => Was the delay ? it is a question"}},
		{"conditional", "If the winch fails because of rust, call the yard", []string{"because/1: rust, call the yard => If the winch fails ? it is conditional"}},
		{"could not is a fact", "The ferry could not leave because fog came in", []string{"because/1: fog came in => The ferry could not leave"}},
		{"likely", "The delay was likely caused by rust", []string{"caused-by/1: rust => The delay ~"}},
		{"in brackets", "Rang the bell twice (not the horn, because it was broken) and left", []string{"because/1: it was broken => Rang the bell twice"}},
		{"what introduces it", "Note: the ferry was late due to fog", []string{"due-to/1: fog => the ferry was late"}},
		{"one word has no effect", "Late due to fog", []string{"due-to/1: fog => Late ? the sentence does not say of what"}},
		{"words inside of words", "The dueto because-ish root-caused thing", nil},
		{"an abbreviation ends no sentence", "The ferry (e.g. Anna) was late due to fog", []string{"due-to/1: fog => The ferry (e.g. Anna) was late"}},
		{"a semicolon ends one", "It was late due to fog; it rang", []string{"due-to/1: fog => It was late"}},
		{"no rule says so that", "The bell rang so that the ferry waits; then it waited.", nil},
		{"a long one", strings.Repeat("very ", 120) + "late due to fog", []string{"due-to/1: fog => " + strings.Repeat("very ", 120) + "late ? the sentence is too long"}},
		{"other letters", "İstanbul ferisi geç kaldı because sis çöktü.", []string{"because/1: sis çöktü => İstanbul ferisi geç kaldı"}},
	} {
		var got []string
		for _, f := range prose.Causes(c.text) {
			s := fmt.Sprintf("%s: %s => %s", f.Rule, f.Cause, f.Effect)
			if f.Hedged {
				s += " ~"
			}
			if f.Doubt != "" {
				s += " ? " + string(f.Doubt)
			}
			got = append(got, s)
			if !strings.Contains(strings.Join(strings.Fields(c.text), " "), strings.Join(strings.Fields(f.Sentence), " ")) {
				t.Errorf("%s: %q is no sentence of the text", c.why, f.Sentence)
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.why, diff)
		}
	}
}

func TestCauses_First(t *testing.T) {
	got := prose.Causes("\nThe bell rang because fog came. The ferry waited because it was late.")
	if len(got) != 2 || !got[0].First || got[1].First {
		t.Errorf("%+v", got)
	}
}

func FuzzCauses(f *testing.F) {
	f.Add("The bell rang because fog came. Root cause of it: x\n- due to:\n- a\n- b")
	f.Add("(because), caused caused by led to due to:")
	f.Add("Because , İ due to \xff")
	f.Fuzz(func(t *testing.T, text string) {
		valid := strings.ToValidUTF8(text, "\uFFFD")
		for _, c := range prose.Causes(text) {
			if !strings.Contains(valid, c.Sentence) || !strings.Contains(valid, c.Cause) || !strings.Contains(valid, c.Effect) {
				t.Errorf("%+v is not in %q", c, text)
			}
			if c.Doubt == "" && c.Cause == "" {
				t.Errorf("%+v states nothing", c)
			}
		}
	})
}

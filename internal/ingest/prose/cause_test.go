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
		{"so that, wanted", "The bell rang so that the ferry waits; then it waited.", nil},
		{"so that, wanted of the past", "We rang the bell so that the ferry would wait", nil},
		{"so that, happened", "The rope wore through, so that the ferry drifted off", []string{"so-that/1: The rope wore through => the ferry drifted off"}},
		{"so large that", "The fog was so dense that the ferry missed the pier.", []string{"so-that/1: The fog was so dense => the ferry missed the pier"}},
		{"so large that it can", "The fog is so dense that ferries can miss the pier.", nil},
		{"that alone", "The captain said that the ferry missed the pier.", nil},
		{"so", "The rope was worn, so the ferry drifted.", []string{"so/1: The rope was worn => the ferry drifted"}},
		{"so we", "The rope was worn, so we replaced it, but not the winch", []string{"so/1: The rope was worn => we replaced it"}},
		{"so, for what is wanted", "We replaced the rope, so the ferry can leave.", nil},
		{"so without a comma", "The ferry was so late. And so on.", nil},
		{"so far", "No rope broke, so far as we know.", nil},
		{"so in brackets", "The log was checked (the rope is new, so nobody looked) twice", []string{"so/1: the rope is new => nobody looked"}},
		{"so, next to sentences that begin small", "All done. v2 was out, so pier 3 moved. v3 came later", []string{"so/1: v2 was out => pier 3 moved"}},
		{"so, conditional", "If the rope is worn, so the ferry drifts", []string{"so/1: If the rope is worn => the ferry drifts ? it is conditional"}},
		{"since, why", "The ferry waited since the pier was iced", []string{"since/1: the pier was iced => The ferry waited"}},
		{"since, why, first", "Since the winch lacks oil, the ferry waits.", []string{"since/1: the winch lacks oil => the ferry waits"}},
		{"since a day", "The ferry waited since 2026-05-03, and the bell rang", nil},
		{"since an event", "The ferry waits since the last storm has torn the rope", nil},
		{"since, from then on", "The bell has been silent since the rope was changed", nil},
		{"since, from then on, first", "Since the rope was changed, the bell has been silent.", nil},
		{"since a thing", "17 delays since the long night of fog", nil},
		{"ever since", "It rang ever since the rope was changed", nil},
		{"because goes before since", "Since April the ferry waits because the pier was iced", []string{"because/1: the pier was iced => Since April the ferry waits"}},
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

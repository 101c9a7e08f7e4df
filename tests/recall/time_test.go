package recall_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/tests/harness"
)

// toldTime is the filter of a time in words as the API tells it.
type toldTime struct {
	Words, Since, Until string
	Failed              bool
}

// timed is what recall and contextFor find for a text in a zone.
type timed struct {
	Recall struct {
		Time *toldTime
		Hits []struct{ Episode struct{ Key string } }
	}
	ContextFor struct {
		Note    string
		Entries []struct {
			Reason  string
			Episode struct{ Key string }
		}
	}
}

const timedQuery = `query($project: String!, $text: String!, $zone: String) {
	recall(project: $project, text: $text, timeZone: $zone) { time { words since until failed } hits { episode { key } } }
	contextFor(project: $project, task: $text, timeZone: $zone) { note entries { reason episode { key } } } }`

func (f timed) hits() []string {
	var keys []string
	for _, h := range f.Recall.Hits {
		keys = append(keys, h.Episode.Key)
	}
	slices.Sort(keys)
	return keys
}

// TestTime_daysOfTheAsker names days whose bounds differ by zone and by the change of clocks: an episode belongs to the
// day that the asker's clocks showed when it began.
func TestTime_daysOfTheAsker(t *testing.T) {
	harness.EmbeddedOnly(t)
	p := newProject(t)
	for key, at := range map[string]string{
		"late-28": "2026-03-28T22:30:00Z", "early-29": "2026-03-28T23:30:00Z", "noon-29": "2026-03-29T12:00:00Z", "late-29": "2026-03-29T22:30:00Z",
		"autumn": "2026-10-25T22:30:00Z",
	} {
		p.Record(vars{"id": key, "startedAt": at, "task": "load the ferry", "outcome": "SUCCESS"})
	}
	for _, c := range []struct {
		why, zone, text, day, since, until string
		want                               []string
	}{
		{"a day of UTC", "UTC", "the ferry on 29 March 2026", "2026-03-29", "2026-03-29T00:00:00Z", "2026-03-30T00:00:00Z", []string{"late-29", "noon-29"}},
		{"a day of 23 hours", "Europe/Berlin", "the ferry on 29 March 2026", "2026-03-29", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z", []string{"early-29", "noon-29"}},
		{"a day of 25 hours", "Europe/Berlin", "the ferry on 25 October 2026", "2026-10-25", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z", []string{"autumn"}},
		{"far from UTC", "America/Los_Angeles", "the ferry on 28 March 2026", "2026-03-28", "2026-03-28T07:00:00Z", "2026-03-29T07:00:00Z", []string{"early-29", "late-28"}},
	} {
		got := harness.Get[timed](p, timedQuery, vars{"text": c.text, "zone": c.zone})
		if told := got.Recall.Time; told == nil || told.Since != c.since || told.Until != c.until || told.Failed {
			t.Errorf("%s: %+v", c.why, told)
		}
		if want := fmt.Sprintf("is %s in %s;", c.day, c.zone); !strings.Contains(got.ContextFor.Note, want) {
			t.Errorf("%s: a context says %q, not %q", c.why, got.ContextFor.Note, want)
		}
		if !slices.Equal(got.hits(), c.want) {
			t.Errorf("%s: recall finds %v, want %v", c.why, got.hits(), c.want)
		}
		var first []string
		for _, e := range got.ContextFor.Entries[:len(c.want)] {
			first = append(first, e.Episode.Key)
		}
		if slices.Sort(first); !slices.Equal(first, c.want) || len(got.ContextFor.Entries) != 5 {
			t.Errorf("%s: a context begins with %v, want %v before the others: %+v", c.why, first, c.want, got.ContextFor.Entries)
		}
	}
	if got := harness.Get[timed](p, timedQuery, vars{"text": "the ferry on 29 March 2026", "zone": nil}); got.Recall.Time != nil || got.ContextFor.Note != "" || len(got.hits()) != 5 {
		t.Errorf("times as words: %+v", got)
	}
	for _, zone := range []string{"", "Local", "Europe/Nowhere", "../etc"} {
		p.Refused("a zone that is none", timedQuery, vars{"text": "the ferry today", "zone": zone}, "INVALID_INPUT timeZone, INVALID_INPUT timeZone")
	}
}

// TestTime_yesterday asks in two zones that never have the same day what failed yesterday: what failed at one end
// of that day failed on another day for the other.
func TestTime_yesterday(t *testing.T) {
	harness.EmbeddedOnly(t)
	zones := map[string]*time.Location{}
	for _, name := range []string{"Pacific/Kiritimati", "Etc/GMT+12"} {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		zones[name] = zone
	}
	yesterday := func(name string) string { return time.Now().In(zones[name]).AddDate(0, 0, -1).Format(time.DateOnly) }
	for {
		p := newProject(t)
		days := map[string]string{}
		for name := range zones {
			days[name] = yesterday(name)
		}
		for name, zone := range zones {
			began, err := time.ParseInLocation(time.DateTime, days[name]+" 00:30:00", zone)
			if err != nil {
				t.Fatal(err)
			}
			for other, of := range zones {
				if other != name && began.In(of).Format(time.DateOnly) == days[other] {
					began = began.Add(23 * time.Hour)
				}
			}
			for outcome, key := range map[string]string{"FAILURE": "failed-", "SUCCESS": "fine-"} {
				p.Record(vars{"id": key + zone.String()[:3], "startedAt": began.UTC().Format(time.RFC3339), "task": "load the ferry", "outcome": outcome})
			}
		}
		problems := map[string]string{}
		for name, zone := range zones {
			want := "failed-" + zone.String()[:3]
			got := harness.Get[timed](p, timedQuery, vars{"text": "what failed yesterday", "zone": name})
			if told := got.Recall.Time; !slices.Equal(got.hits(), []string{want}) || told == nil || told.Words != "yesterday" || !told.Failed {
				problems[name] = fmt.Sprintf("recall finds %v, %+v", got.hits(), told)
			}
			if e := got.ContextFor.Entries; len(e) == 0 || e[0].Episode.Key != want || got.ContextFor.Note == "" {
				problems[name] += fmt.Sprintf("; a context begins with %+v, %+v", e, got.ContextFor.Note)
			}
		}
		moved := false // midnight passed while the question was asked
		for name, day := range days {
			moved = moved || yesterday(name) != day
		}
		if !moved {
			for name, problem := range problems {
				t.Errorf("%s: %s", name, problem)
			}
			return
		}
	}
}

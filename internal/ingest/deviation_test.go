package ingest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/ingest"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// deviation is one of the 44 ways in which real files deviate from the first format, by its
// number in the README of the data.
type deviation struct {
	number int
	why    string
	raw    string
	// want is what must be read; nil if only the entries matter.
	want *episodic.Episode
	// said are the entries, as "rule path".
	said []string
}

func TestRead_Deviations(t *testing.T) {
	cases := append(append(headDeviations(), decisionDeviations()...), eventDeviations()...)
	seen := map[int]bool{}
	for _, c := range cases {
		seen[c.number] = true
		t.Run(fmt.Sprintf("%d %s", c.number, c.why), func(t *testing.T) {
			got, said := readAs(t, ingest.FormatEpisode, "episode.json", c.raw)
			if diff := cmp.Diff(c.said, said, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("entries (-want +got):\n%s", diff)
			}
			if c.want == nil {
				return
			}
			want := *c.want
			if want.ID == "" {
				want.ID = "x"
			}
			if want.Task == "" {
				want.Task = "t"
			}
			if want.Outcome == "" {
				want.Outcome = episodic.OutcomeSuccess
			}
			if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("episode (-want +got):\n%s", diff)
			}
		})
	}
	for n := 1; n <= 44; n++ {
		if !seen[n] {
			t.Errorf("deviation %d has no case", n)
		}
	}
}

// with returns a plain episode with more members.
func with(members string) string {
	return `{"id":"x","task":"t","outcome":"success"` + strings.TrimRight(","+members, ",") + `}`
}

func headDeviations() []deviation {
	longID := "episode-2026-08-04-session-4435-" + strings.Repeat("a_b-", 22)
	return []deviation{
		{
			1, "long id with a session and a slug", `{"id":"` + longID + `z","task":"t","outcome":"success"}`,
			&episodic.Episode{ID: longID + "z"}, nil,
		},
		{
			2, "session with a free slug", with(`"session":"2026-08-04-session-4435-reconcile-4101"`),
			&episodic.Episode{Session: "2026-08-04-session-4435-reconcile-4101"}, nil,
		},
		{3, "session number of two episodes", with(`"session":"2026-06-06-session-2368-b"`), &episodic.Episode{Session: "2026-06-06-session-2368-b"}, nil},
		{4, "session number of five digits", with(`"session":"session-99927"`), &episodic.Episode{Session: "session-99927"}, nil},
		{
			5, "slug with a hash", with(`"session":"2026-08-07-session-10008-be9c22975-fix"`),
			&episodic.Episode{Session: "2026-08-07-session-10008-be9c22975-fix"}, nil,
		},
		{
			6, "midnight that stands for the day", with(`"timestamp":"2026-05-06T00:00:00Z"`),
			&episodic.Episode{StartedAt: day("2026-05-06")},
			[]string{"midnight-is-a-date timestamp"},
		},
		{
			8, "seven digits of a second and an offset", with(`"timestamp":"2026-02-10T10:11:12.1234567-08:00"`),
			&episodic.Episode{StartedAt: day("2026-02-10T18:11:12.1234567Z")}, nil,
		},
		{
			8, "midnight with an offset is an instant", with(`"timestamp":"2026-02-10T16:00:00-08:00"`),
			&episodic.Episode{StartedAt: day("2026-02-11T00:00:00Z")}, nil,
		},
		{
			9, "no zone", with(`"timestamp":"2026-01-09T10:11:12"`),
			&episodic.Episode{StartedAt: day("2026-01-09T10:11:12Z")},
			[]string{"zone-assumed-utc timestamp"},
		},
		{
			10, "another day than the id's", `{"id":"episode-2026-01-01-1","timestamp":"2026-02-10T10:00:00Z","task":"t","outcome":"success"}`,
			&episodic.Episode{ID: "episode-2026-01-01-1", StartedAt: day("2026-02-10T10:00:00Z")},
			[]string{"date-differs-from-id timestamp"},
		},
		{12, "no decisions", with(`"decisions":[]`), &episodic.Episode{}, nil},
		{13, "neither events nor decisions", with(`"decisions":[],"events":[]`), &episodic.Episode{}, nil},
		{14, "lessons null", with(`"lessons":null`), &episodic.Episode{}, []string{"null-list lessons"}},
		{14, "lessons empty", with(`"lessons":[]`), &episodic.Episode{}, nil},
		{
			24, "a version of the causal order", with(`"causal_order_version":2,"events":[{"id":"e1","timestamp":"2026-05-06T10:00:00Z","leads_to":["e2"]},{"id":"e2","timestamp":"2026-05-06T11:00:00Z"}]`),
			&episodic.Episode{CausalOrderVersion: 2, Links: causes("temporal", "e1", "e2"), Events: []episodic.Event{
				{ID: "e1", Type: "unknown", At: day("2026-05-06T10:00:00Z")}, {ID: "e2", Type: "unknown", At: day("2026-05-06T11:00:00Z")},
			}}, nil,
		},
		{
			25, "a note of a migration", with(`"migration_note":"relinked 2026-07-20"`),
			&episodic.Episode{Notes: []string{"migration_note: relinked 2026-07-20"}},
			[]string{"field-to-notes migration_note"},
		},
		{27, "no metrics", with(`"metrics":{}`), &episodic.Episode{}, nil},
		{
			28, "null is not measured", with(`"metrics":{"duration_minutes":null,"tool_calls":null,"errors":0,"recoveries":0}`),
			&episodic.Episode{Metrics: episodic.Metrics{Errors: ptr(int64(0)), Recoveries: ptr(int64(0))}}, nil,
		},
		{
			28, "an old zero is not measured", with(`"metrics":{"duration_minutes":0,"tool_calls":0}`),
			&episodic.Episode{Extra: kept("metrics.duration_minutes", "0", "metrics.tool_calls", "0")},
			[]string{"zero-means-not-measured metrics.duration_minutes", "zero-means-not-measured metrics.tool_calls"},
		},
		{
			28, "a zero of a writer that writes null was measured", with(`"metrics":{"duration_minutes":0,"tool_calls":null}`),
			&episodic.Episode{Metrics: episodic.Metrics{DurationMinutes: ptr(0.0)}},
			[]string{"zero-was-measured metrics.duration_minutes"},
		},
		{
			29, "more metrics and alien ones", with(`"metrics":{"commits":0,"filesChanged":3,"testsAdded":4}`),
			&episodic.Episode{Metrics: episodic.Metrics{Commits: ptr(int64(0)), FilesChanged: ptr(int64(3))}, Extra: kept("metrics.testsAdded", "4")},
			[]string{"unknown-field metrics.testsAdded"},
		},
		{
			30, "errors counted otherwise", with(`"metrics":{"errors":4514}`),
			&episodic.Episode{Metrics: episodic.Metrics{Errors: ptr(int64(4514))}},
			[]string{"error-count-differs metrics.errors"},
		},
		{
			31, "commits counted otherwise", with(`"metrics":{"commits":2}`),
			&episodic.Episode{Metrics: episodic.Metrics{Commits: ptr(int64(2))}},
			[]string{"commit-count-differs metrics.commits"},
		},
		{42, "empty task", `{"id":"x","task":"","outcome":"success"}`, nil, []string{"empty-task task"}},
		{
			42, "long task", `{"id":"x","task":"` + strings.Repeat("t", 1268) + `","outcome":"success"}`,
			&episodic.Episode{Task: strings.Repeat("t", 1268)}, nil,
		},
		{
			43, "a leaked fixture", `{"id":"episode-2026-01-01-filter-001","task":"Task 1","outcome":"failure"}`,
			&episodic.Episode{ID: "episode-2026-01-01-filter-001", Task: "Task 1", Outcome: "failure"}, nil,
		},
		{44, "other alphabets and signs", `{"id":"x","task":"§ 5 → ✅ – größer","outcome":"success"}`, &episodic.Episode{Task: "§ 5 → ✅ – größer"}, nil},
	}
}

func decisionDeviations() []deviation {
	one := func(d episodic.Decision) *episodic.Episode {
		if d.Type == "" {
			d.Type = episodic.DecisionUnknown
		}
		if d.Outcome == "" {
			d.Outcome = episodic.OutcomeUnknown
		}
		return &episodic.Episode{Decisions: []episodic.Decision{d}}
	}
	return []deviation{
		{15, "no options", with(`"decisions":[{"id":"d001","chosen":"a"}]`), one(episodic.Decision{ID: "d001", Chosen: "a"}), nil},
		{
			16, "no rationale, no effects", with(`"decisions":[{"id":"d001","chosen":"a","type":"test","outcome":"success"}]`),
			one(episodic.Decision{ID: "d001", Chosen: "a", Type: "test", Outcome: "success"}), nil,
		},
		{
			16, "empty rationale and effects", with(`"decisions":[{"id":"d001","chosen":"a","rationale":"","effects":[]}]`),
			one(episodic.Decision{ID: "d001", Chosen: "a"}), nil,
		},
		{
			17, "no time, type, context and outcome", with(`"decisions":[{"id":"d001","chosen":"a","rationale":"r"}]`),
			one(episodic.Decision{ID: "d001", Chosen: "a", Rationale: "r"}), nil,
		},
		{
			18, "a summary only", with(`"decisions":[{"id":"d001","summary":"s"}]`),
			one(episodic.Decision{ID: "d001", Chosen: "s"}),
			[]string{"summary-is-chosen decisions[0].summary"},
		},
		{
			19, "the choice repeats the context", with(`"decisions":[{"id":"d001","chosen":"c","context":"c"}]`),
			one(episodic.Decision{ID: "d001", Chosen: "c", Context: "c"}),
			[]string{"chosen-repeats-context decisions[0].chosen"},
		},
		{
			20, "ids not in order", with(`"decisions":[{"id":"d002","chosen":"b"},{"id":"d001","chosen":"a"}]`),
			&episodic.Episode{Decisions: []episodic.Decision{
				{ID: "d002", Chosen: "b", Type: "unknown", Outcome: "unknown"}, {ID: "d001", Chosen: "a", Type: "unknown", Outcome: "unknown"},
			}}, nil,
		},
		{21, "routing", with(`"decisions":[{"id":"d001","type":"routing"}]`), one(episodic.Decision{ID: "d001", Type: "routing"}), nil},
	}
}

func eventDeviations() []deviation {
	return []deviation{
		{
			7, "midnight of an event", with(`"events":[{"id":"e1","timestamp":"2026-05-06T00:00:00Z"}]`),
			&episodic.Episode{Events: []episodic.Event{{ID: "e1", Type: "unknown", At: day("2026-05-06")}}},
			[]string{"midnight-is-a-date events[0].timestamp"},
		},
		{
			11, "before the episode, and later than a day", with(`"timestamp":"2026-07-03","events":[
			{"id":"e1","timestamp":"2026-07-02T23:00:00Z"},{"id":"e2","timestamp":"2026-07-04T23:00:00Z"},{"id":"e3","timestamp":"2026-07-05T00:00:01Z"}]`),
			nil,
			[]string{"event-outside-episode events[0].timestamp", "event-outside-episode events[2].timestamp"},
		},
		{
			22, "commit and test", with(`"events":[{"id":"e1","type":"commit"},{"id":"e2","type":"test"}]`),
			&episodic.Episode{Events: []episodic.Event{{ID: "e1", Type: "commit"}, {ID: "e2", Type: "test"}}}, nil,
		},
		{
			23, "a type of no schema", with(`"events":[{"id":"e1","type":"artifact"}]`),
			&episodic.Episode{Events: []episodic.Event{{ID: "e1", Type: "other", ReportedType: "artifact"}}},
			[]string{"unknown-type events[0].type"},
		},
		{
			26, "the session again", with(`"session":"s","events":[{"id":"e1","_source_session":"s"}]`),
			&episodic.Episode{Session: "s", Events: unknownEvents("e1")},
			[]string{"source-session events[0]._source_session"},
		},
		{
			26, "another session", with(`"session":"s","events":[{"id":"e1","_source_session":"o"}]`),
			&episodic.Episode{Session: "s", Events: unknownEvents("e1"), Notes: []string{"e1 comes from session o"}},
			[]string{"field-to-notes events[0]._source_session"},
		},
		{32, "success with an error", with(`"events":[{"id":"e1","type":"error"}]`), nil, []string{"success-with-errors outcome"}},
		{
			33, "a link against the order of the list", with(`"events":[{"id":"e1"},{"id":"e2","leads_to":["e1"]}]`),
			&episodic.Episode{Events: unknownEvents("e1", "e2"), Links: causes("stated", "e2", "e1")}, nil,
		},
		{
			34, "not in the order of time", with(`"events":[{"id":"e1","timestamp":"2026-06-11T10:00:00Z"},{"id":"e2","timestamp":"2026-06-11T09:00:00Z"}]`),
			nil,
			[]string{"not-in-time-order events"},
		},
		{
			35, "one end states the link", with(`"events":[{"id":"e1"},{"id":"e2","caused_by":["e1"]}]`),
			&episodic.Episode{Events: unknownEvents("e1", "e2"), Links: causes("stated", "e1", "e2")}, nil,
		},
		{
			36, "a cycle", with(`"events":[{"id":"e1","leads_to":["e2"]},{"id":"e2","leads_to":["e1"]}]`),
			&episodic.Episode{Events: unknownEvents("e1", "e2"), Links: append(causes("stated", "e1", "e2"), causes("stated", "e2", "e1")...)}, nil,
		},
		{37, "events without a link", with(`"events":[{"id":"e1"},{"id":"e2"}]`), &episodic.Episode{Events: unknownEvents("e1", "e2")}, nil},
		{
			38, "the same content twice", with(`"events":[{"id":"e1","type":"milestone","content":"c"},{"id":"e2","type":"test","content":"c"}]`),
			&episodic.Episode{Events: []episodic.Event{{ID: "e1", Type: "milestone", Content: "c"}, {ID: "e2", Type: "test", Content: "c"}}},
			[]string{"repeated-content events[1].content"},
		},
		{
			39, "one commit in two lengths", with(`"events":[{"id":"e1","type":"commit","content":"Commit: 3f2a91c"},{"id":"e2","type":"commit","content":"Commit: 3f2a91c0d4e5b6a7980112233445566778899aab"}]`),
			&episodic.Episode{Events: []episodic.Event{
				{ID: "e1", Type: "commit", Content: "Commit: 3f2a91c"}, {ID: "e2", Type: "commit", Content: "Commit: 3f2a91c0d4e5b6a7980112233445566778899aab"},
			}}, nil,
		},
		{
			40, "a commit in other words", with(`"events":[{"id":"e1","type":"commit","content":"pushed the fix"}]`),
			&episodic.Episode{Events: []episodic.Event{{ID: "e1", Type: "commit", Content: "pushed the fix"}}}, nil,
		},
		{
			41, "a piece of JSON as text", with(`"events":[{"id":"e1","content":"\"action\": \"Pre-landing"}]`),
			&episodic.Episode{Events: []episodic.Event{{ID: "e1", Type: "unknown", Content: `"action": "Pre-landing`}}},
			[]string{"json-fragment events[0].content"},
		},
	}
}

func unknownEvents(ids ...string) []episodic.Event {
	var out []episodic.Event
	for _, id := range ids {
		out = append(out, episodic.Event{ID: id, Type: episodic.EventUnknown})
	}
	return out
}

func causes(basis episodic.Basis, source, target string) []episodic.Link {
	return []episodic.Link{{Source: source, Relation: episodic.RelationCauses, Target: target, Basis: basis}}
}

func TestRead_OneCommitTwoLengths(t *testing.T) {
	const raw = `{"id":"x","task":"t","events":[{"id":"e1","content":"Commit: 3f2a91c"},{"id":"e2","content":"Commit: 3f2a91c0d4e5b6a7980112233445566778899aab"}]}`
	p, _, err := ingest.Read(ingest.FormatEpisode, "x.json", []byte(raw))
	if err != nil {
		t.Fatal(err)
	}
	want := episodic.Reference{Kind: episodic.ReferenceCommit, Key: "3f2a91c"}
	if len(p.Mentions) != 2 || p.Mentions[0].Reference != want || p.Mentions[1].Reference != want {
		t.Errorf("mentions = %+v, want one reference %+v from both events", p.Mentions, want)
	}
}

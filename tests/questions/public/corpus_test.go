package public_test

import (
	"io/fs"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/tests/questions/public"
)

const locomo = `[{"sample_id": "conv-1", "conversation": {
  "speaker_a": "Nora", "speaker_b": "Felix",
  "session_1_date_time": "1:56 pm on 8 May, 2023",
  "session_1": [
    {"speaker": "Nora", "dia_id": "D1:1", "text": "I bought a kayak."},
    {"speaker": "Felix", "dia_id": "D1:2", "text": "", "blip_caption": "a red boat"}
  ],
  "session_2_date_time": "2:00 am on 9 May, 2023",
  "session_3_date_time": "some day",
  "session_3": [{"speaker": "Felix", "dia_id": "D3:1", "text": "My sister moved to Oslo."}]
 },
 "qa": [
  {"question": "What did Nora buy?", "answer": "a kayak", "evidence": ["D1:1"], "category": 4},
  {"question": "Whose boat, and where is the sister?", "evidence": ["D1:02; D:3:1"], "category": 1},
  {"question": "Who sang?", "evidence": ["D7:1"], "category": 5},
  {"question": "Nothing?", "evidence": [], "category": 9}
 ]}]`

const beamChat = `[
 {"batch_number": 1, "turns": [[{"role": "user", "id": 0, "content": "My budget is 400.", "time_anchor": "March-15-2024"}, {"role": "assistant", "id": 1, "content": "Noted."}]]},
 {"batch_number": 2, "time_anchor": "April-2-2024", "turns": [[{"role": "user", "id": 2, "content": "Now it is 500."}], [{"role": "user", "id": 1, "content": "Twice the same id."}]]}
]`

const beamAsked = `{"abstention": [{"question": "What is my rent?"}],
 "knowledge_update": [{"question": "What is my budget?", "source_chat_ids": {"original_info": [0], "updated_info": [[2]]}}],
 "summarization": [{"question": "What was noted?", "source_chat_ids": [1]}]}`

const lines = `{"question": "Which pump broke?", "evidence": ["b"], "kind": "fact"}

{"id": "a", "text": "The valve holds.", "speaker": "Ines", "session": "s", "time": "2025-03-02"}
{"id": "b", "text": "Pump 4 broke.", "session": "s"}
{"id": "c", "text": "A page of its own."}
{"id": "d", "text": "Another."}`

func folder() fstest.MapFS {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	return fstest.MapFS{
		"README.md": file("nothing"), "locomo10.json": file(locomo), "chats/100K/7/chat.json": file(beamChat), "chats/100K/7/topic.json": file("{}"),
		"chats/100K/7/probing_questions/probing_questions.json": file(beamAsked), "own/set.jsonl": file(lines),
	}
}

func TestRead(t *testing.T) {
	all, err := public.Read(folder())
	if err != nil || len(all) != 3 {
		t.Fatalf("%d corpora, %v", len(all), err)
	}
	asked := func(c public.Corpus) (out []string) {
		for _, q := range c.Questions {
			out = append(out, string(q.Kind)+": "+q.Text+" "+strings.Join(q.Episodes, " "))
		}
		return out
	}
	for i, want := range []struct {
		name      string
		questions []string
		left      int
	}{
		{"beam-100K-7", []string{"knowledge_update: What is my budget? session-0001/e0001 session-0002/e0001"}, 2},
		{"locomo-conv-1", []string{"single-hop: What did Nora buy? session-0001/e0001", "multi-hop: Whose boat, and where is the sister? session-0001/e0002 session-0002/e0001"}, 2},
		{"set", []string{"fact: Which pump broke? session-0001/e0002"}, 0},
	} {
		if diff := cmp.Diff(want.questions, asked(all[i])); diff != "" || all[i].Name != want.name || len(all[i].Left) != want.left {
			t.Errorf("%s, left out %q (-want +got):\n%s", all[i].Name, all[i].Left, diff)
		}
	}
	for _, c := range all {
		for _, e := range c.Episodes() {
			if _, err := intake.Prepare(e); err != nil {
				t.Errorf("%s/%s: %v", c.Name, e.ID, err)
			}
		}
	}
	beam, talk, own := all[0].Episodes(), all[1].Episodes(), all[2].Episodes()
	if beam[0].StartedAt.String() != "2024-03-15T00:00:00Z" || beam[1].StartedAt.String() != "2024-04-02T00:00:00Z" || beam[0].Events[0].Actor != "user" {
		t.Errorf("BEAM: %+v", beam)
	}
	if len(talk) != 2 || talk[0].StartedAt.String() != "2023-05-08T13:56:00Z" || !talk[1].StartedAt.IsZero() || talk[0].Events[1].Content != "(shows: a red boat)" || talk[0].Events[1].Actor != "Felix" {
		t.Errorf("LoCoMo: %+v", talk)
	}
	if len(own) != 3 || len(own[0].Events) != 2 || own[0].StartedAt.String() != "2025-03-02" {
		t.Errorf("lines: %+v", own)
	}
}

func TestRead_refuses(t *testing.T) {
	for name, c := range map[string]struct{ file, text, want string }{
		"no set":            {"a.txt", "x", "no conversations"},
		"no samples":        {"locomo.json", `{"a": 1}`, "no samples of LoCoMo"},
		"broken session":    {"locomo.json", `[{"conversation": {"session_1": 3}}]`, "session_1"},
		"no questions":      {"x/chat.json", `[]`, "probing_questions"},
		"no JSON":           {"a.jsonl", "{\"id\": \"a\", \"text\": \"b\"}\nno", "line 2"},
		"nothing asked":     {"a.jsonl", `{"id": "a", "text": "b"}`, "no question"},
		"a document no one": {"a.jsonl", `{"id": "a"}`, "line 1: want a question"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := public.Read(fstest.MapFS{c.file: &fstest.MapFile{Data: []byte(c.text)}})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q in it", err, c.want)
			}
		})
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{locomo, beamChat, beamAsked, lines, `[{"conversation": {"session_1": [{}]}, "qa": [{"question": "a", "evidence": [""]}]}]`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file := &fstest.MapFile{Data: []byte(text)}
		for _, files := range []fs.FS{
			fstest.MapFS{"locomo.json": file},
			fstest.MapFS{"a.jsonl": file},
			fstest.MapFS{"a/chat.json": file, "a/probing_questions/probing_questions.json": {Data: []byte(beamAsked)}},
			fstest.MapFS{"a/chat.json": {Data: []byte(beamChat)}, "a/probing_questions/probing_questions.json": file},
		} {
			all, err := public.Read(files)
			if err != nil {
				continue
			}
			for _, c := range all {
				known := map[string]bool{}
				for _, e := range c.Episodes() {
					for _, v := range e.Events {
						known[episodic.OccurrenceKey(e.ID, v.ID)] = true
					}
				}
				for _, q := range c.Questions {
					if len(q.Episodes) == 0 || slices.ContainsFunc(q.Episodes, func(key string) bool { return !known[key] }) {
						t.Errorf("%q is answered by %q", q.Text, q.Episodes)
					}
				}
			}
		}
	})
}

func TestBM25(t *testing.T) {
	all, err := public.Read(folder())
	if err != nil {
		t.Fatal(err)
	}
	words := public.NewBM25(&all[1])
	for text, want := range map[string][]string{
		"did NORA buy a kayak":     {"session-0001/e0001", "session-0001/e0002"},
		"the sister, of Felix":     {"session-0002/e0001", "session-0001/e0002"},
		"pancakes":                 {},
		"a red boat or a red boat": {"session-0001/e0002", "session-0001/e0001"},
	} {
		if got := words.Rank(text, 5); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	if got := words.Rank("a", 1); len(got) != 1 {
		t.Errorf("of one asked for, %v", got)
	}
}

func TestInterval(t *testing.T) {
	var values []float64
	for i := range 400 {
		values = append(values, float64(i%4/3))
	}
	mean, low, high := public.Interval(values)
	// A quarter of 400 are 1: the standard error is .0217.
	if math.Abs(mean-.25) > 1e-9 || low < .19 || low > .22 || high < .28 || high > .31 {
		t.Errorf("%v (%v to %v)", mean, low, high)
	}
	if mean, low, high := public.Interval(nil); mean+low+high != 0 {
		t.Errorf("of nothing: %v (%v to %v)", mean, low, high)
	}
}

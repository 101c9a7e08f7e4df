package questions

import (
	_ "embed" // The texts below are a file.
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

//go:embed dialogues.json
var dialoguesFile []byte

// Dialogue is a question about conversations with the turns that answer it.
type Dialogue struct {
	Text string
	// Turns are the keys of the events that answer it, and Said is what they say.
	Turns, Said []string
	// Reworded says that the question shares little but names with the turn, Several that the turns stand in several places.
	Reworded, Several bool
}

// The size of the generated conversations.
const (
	conversations  = 4
	sessionsOfEach = 24
	topicsOfEach   = 4
	dialogueSeed   = 27
)

// Dialogues returns generated conversations, an episode for each session with its turns as events, and questions about
// them. The same call returns the same texts. Half of the questions use other words than the turns.
func Dialogues() ([]episodic.Episode, []Dialogue, error) {
	g := &dialogues{random: rand.New(rand.NewPCG(dialogueSeed, dialogueSeed)), told: map[string][]turn{}}
	if err := json.Unmarshal(dialoguesFile, &g.texts); err != nil {
		return nil, nil, fmt.Errorf("read the texts of the conversations: %w", err)
	}
	for c := range conversations {
		g.conversation(c)
	}
	return g.episodes, g.questions(), nil
}

// dialogueTexts are what is said. Greetings and Goodbyes have a list for each turn.
type dialogueTexts struct {
	Greetings, Goodbyes [][]string
	Replies             []string
	Topics              []topic
}

// topic is what two people talk about.
type topic struct {
	// Tell says a value with a circumstance, Ask and Other ask for it, the latter in other words; All asks for all values.
	Tell, Ask, Other, All string
	Values, Circumstances []string
	// Reworded are the circumstances in other words.
	Reworded []string
	// Talk is what else is said about it.
	Talk []string
}

// turn is a turn that tells a value.
type turn struct{ key, text, session, circumstance, reworded string }

type dialogues struct {
	random   *rand.Rand
	texts    dialogueTexts
	episodes []episodic.Episode
	// told has the turns that tell something by speaker and topic, order these keys.
	told  map[string][]turn
	order []string
}

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// conversation makes the sessions of two people.
func (g *dialogues) conversation(number int) {
	names := [][2]string{{"Nora", "Felix"}, {"Ines", "Tobias"}, {"Mara", "Ulrich"}, {"Selma", "Jonas"}}[number]
	day := time.Date(2025, 1+time.Month(number), 3, 18, 0, 0, 0, time.UTC)
	for s := range sessionsOfEach {
		id := fmt.Sprintf("talk-%d-%02d", number, s)
		day = day.AddDate(0, 0, 3+g.random.IntN(9))
		e := episodic.Episode{
			ID: id, Task: fmt.Sprintf("Conversation of %s and %s", names[0], names[1]), Outcome: episodic.OutcomeUnknown,
			Session: id, StartedAt: episodic.Timestamp{Time: day},
		}
		say := func(who int, text string) string {
			key := fmt.Sprintf("t%02d", len(e.Events))
			e.Events = append(e.Events, episodic.Event{ID: key, Type: episodic.EventOther, Content: names[who] + ": " + text})
			return key
		}
		who := g.random.IntN(2)
		for i, line := range g.texts.Greetings {
			say((who+i)%2, pick(g.random, line))
		}
		for range topicsOfEach {
			g.talk(names, id, say)
		}
		for i, line := range g.texts.Goodbyes {
			say((who+i)%2, pick(g.random, line))
		}
		g.episodes = append(g.episodes, e)
	}
}

// talk has one person tell a value of a topic, among other things that are said about it.
func (g *dialogues) talk(names [2]string, session string, say func(who int, text string) string) {
	at := g.random.IntN(len(g.texts.Topics))
	about, who := g.texts.Topics[at], g.random.IntN(2)
	before, after := g.random.IntN(3), 1+g.random.IntN(3)
	for i := range before {
		say((who+i+1)%2, pick(g.random, about.Talk))
	}
	c := g.random.IntN(len(about.Circumstances))
	text := fmt.Sprintf(about.Tell, about.Circumstances[c], pick(g.random, about.Values))
	key := fmt.Sprintf("%s %d", names[who], at)
	if len(g.told[key]) == 0 {
		g.order = append(g.order, key)
	}
	told := turn{session + "/" + say(who, text), names[who] + ": " + text, session, about.Circumstances[c], about.Reworded[c]}
	g.told[key] = append(g.told[key], told)
	for i := range after {
		say((who+i+1)%2, pick(g.random, slices.Concat(about.Talk, g.texts.Replies)))
	}
}

// questions asks for what each speaker told of each topic: once in its words, once in others, and for all of it. What was
// told in one circumstance twice is not asked for by it.
func (g *dialogues) questions() []Dialogue {
	var out []Dialogue
	for i, key := range g.order {
		name, number, _ := strings.Cut(key, " ")
		var at int
		_, _ = fmt.Sscan(number, &at)
		about, told := g.texts.Topics[at], g.told[key]
		for k, t := range told {
			if k > 1 || repeated(told, t.circumstance) {
				continue
			}
			ask, circumstance := about.Ask, t.circumstance
			if i%2 == 1 {
				ask, circumstance = about.Other, t.reworded
			}
			out = append(out, Dialogue{Text: fmt.Sprintf(ask, name, circumstance), Reworded: i%2 == 1, Turns: []string{t.key}, Said: []string{t.text}})
		}
		if n := len(told); n == 2 || n == 3 {
			all := Dialogue{Text: fmt.Sprintf(about.All, name), Several: true}
			for _, t := range told {
				all.Turns, all.Said = append(all.Turns, t.key), append(all.Said, t.text)
			}
			out = append(out, all)
		}
	}
	return out
}

// repeated reports whether a circumstance is told more than once.
func repeated(told []turn, circumstance string) bool {
	n := 0
	for _, t := range told {
		if t.circumstance == circumstance {
			n++
		}
	}
	return n > 1
}

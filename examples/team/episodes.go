package team

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// The size of the project: from the first day on, so many changes, on working days.
const (
	Count = 450
	// perDay is how many changes go out on a working day at most.
	perDay = 5
)

// firstDay returns the day of the first change.
func firstDay() time.Time { return time.Date(2025, time.July, 1, 8, 0, 0, 0, time.UTC) }

// Episodes returns the episodes in the order of their times.
func Episodes() []episodic.Episode {
	g := &generator{r: rand.New(rand.NewPCG(2025, 7)), day: firstDay()}
	out := make([]episodic.Episode, Count)
	for i := range out {
		out[i] = g.episode()
	}
	return out
}

// generator draws one episode after the other.
type generator struct {
	r   *rand.Rand
	day time.Time
	// today is how many changes there are today, of most.
	today, most int
	// broken are changes that failed and that nobody has repaired yet.
	broken []change
}

// change is what is drawn of one episode before it is told.
type change struct {
	id            string
	at            time.Time
	service, part string
	repairs       *change
	touches       string
	rollout, hour string
	pier          string
	// response is empty after a check that passed.
	response string
	failed   bool
}

func (g *generator) episode() episodic.Episode {
	g.nextSlot()
	c := g.draw()
	if c.failed {
		g.broken = append(g.broken, c)
	}
	return g.tell(c)
}

// nextSlot goes on to the next working day when this one is full.
func (g *generator) nextSlot() {
	for g.today >= g.most || g.day.Weekday() == time.Saturday || g.day.Weekday() == time.Sunday {
		if g.most > 0 {
			g.day = g.day.AddDate(0, 0, 1)
		}
		g.today, g.most = 0, 2+g.r.IntN(perDay-1)
	}
	g.today++
}

// draw draws what happens, by the probabilities of the world.
func (g *generator) draw() change {
	c := change{id: fmt.Sprintf("team-%s-%d", g.day.Format(time.DateOnly), g.today), pier: pick(g, piers())}
	s := pick(g, services())
	c.service, c.part = s.name, pick(g, s.parts)
	if len(g.broken) > 0 && g.broken[0].at.Before(g.day) && g.r.IntN(3) > 0 {
		before := g.broken[0]
		g.broken = g.broken[1:]
		c.service, c.part, c.repairs = before.service, before.part, &before
	}
	c.touches = g.choose(Touches, "")
	c.rollout, c.hour = g.choose(Rollout, c.touches), g.choose(Hour, c.touches)
	c.at = g.day.Add(time.Duration(g.today*19+g.r.IntN(15)) * time.Minute)
	if c.hour == Afternoon {
		c.at = c.at.Add(4 * time.Hour)
	}
	if g.r.Float64() < CheckFails(c.touches, c.rollout) {
		c.response = g.choose(Response, c.touches)
	}
	c.failed = g.r.Float64() < Fails(c.response)
	return c
}

// choose draws an option.
func (g *generator) choose(v Variable, touches string) string {
	at, options := g.r.Float64(), Options(v)
	for _, option := range options {
		if at -= Share(v, option, touches); at < 0 {
			return option
		}
	}
	return options[len(options)-1]
}

func pick[T any](g *generator, of []T) T { return of[g.r.IntN(len(of))] }

// say picks a sentence and fills in its number, if it has one.
func (g *generator) say(of []string, most int) string {
	return fill(pick(g, of), 2+g.r.IntN(most))
}

func fill(text string, n int) string {
	if strings.Contains(text, "%d") {
		return fmt.Sprintf(text, n)
	}
	return text
}

// task describes a change in words.
func (g *generator) task(c change) string {
	if c.repairs != nil {
		return fmt.Sprintf("Repair what the change of %s broke in %s of the %s", c.repairs.at.Format("2 January"), c.part, c.service)
	}
	return fmt.Sprintf(pick(g, tasks(c.touches)), c.part, c.service)
}

// tell writes a change down as the agents do.
func (g *generator) tell(c change) episodic.Episode {
	e := episodic.Episode{
		ID: c.id, Session: c.id, StartedAt: episodic.At(c.at), Outcome: outcome(c.failed), Task: g.task(c),
		Domain: strings.ReplaceAll(c.service, " ", "-"), TaskType: taskType, Tags: []string{"skarvik", pick(g, agents())}, Lessons: []string{},
	}
	t := &telling{e: &e, at: c.at}
	if c.repairs != nil {
		t.happen("e000", episodic.EventHandoff, "Fault report handed over by support", "")
	}
	t.decide("d001", episodic.DecisionDesign, Touches, c.touches, g.say(touchReasons(c.touches), 9))
	t.wait(20 + g.r.IntN(60))
	t.happen("e001", episodic.EventCommit, fmt.Sprintf("Commit: %07x %s: %s", g.r.Uint32N(1<<28), e.Domain, strings.TrimPrefix(c.part, "the ")), "")
	t.decide("d002", episodic.DecisionImplementation, Rollout, c.rollout, g.say(rolloutReasons(c.touches, c.rollout), 9))
	t.decide("d003", episodic.DecisionRouting, Hour, c.hour, g.say(hourReasons(c.hour), 9))
	g.tellCheck(t, c)
	t.wait(5 + g.r.IntN(40))
	t.happen("e004", episodic.EventMilestone, g.say(ends(c.response, c.failed), 40), "")
	g.link(&e, c)
	if g.r.IntN(5) > 1 {
		e.Lessons = []string{pick(g, lessons(c.touches, c.response, c.failed))}
	}
	minutes, calls := t.at.Sub(c.at).Minutes(), int64(10+g.r.IntN(60))
	e.Metrics = episodic.Metrics{DurationMinutes: &minutes, ToolCalls: &calls}
	return e
}

// tellCheck tells what the check says, and what was done about it.
func (g *generator) tellCheck(t *telling, c change) {
	minutes := 4 + g.r.IntN(25)
	t.wait(minutes)
	failed := c.response != ""
	result := checkVariable + "=passed"
	if failed {
		result = checkVariable + "=" + checkFailed
	}
	t.happen("e002", episodic.EventTest, fmt.Sprintf(pick(g, checks(failed)), c.pier, minutes), result)
	if !failed {
		return
	}
	t.happen("e003", episodic.EventError, pick(g, errorTexts(c.touches)), "")
	t.decide("d004", episodic.DecisionRecovery, Response, c.response, g.say(responseReasons(c.response), 9))
	t.e.Decisions[len(t.e.Decisions)-1].Outcome = outcome(c.failed)
}

// telling is an episode while it is told, in the order of time.
type telling struct {
	e  *episodic.Episode
	at time.Time
}

func (t *telling) wait(minutes int) { t.at = t.at.Add(time.Duration(minutes) * time.Minute) }

func (t *telling) decide(id string, kind episodic.DecisionType, v Variable, option, why string) {
	t.wait(2)
	t.e.Decisions = append(t.e.Decisions, episodic.Decision{
		ID: id, At: episodic.At(t.at), Type: kind, Context: string(v), Options: Options(v), Chosen: option, Rationale: why,
		Outcome: episodic.OutcomeUnknown,
	})
}

func (t *telling) happen(id string, kind episodic.EventType, content, factor string) {
	t.wait(1)
	t.e.Events = append(t.e.Events, episodic.Event{ID: id, At: episodic.At(t.at), Type: kind, Content: content, Factor: factor})
}

// link states what the agents hold to have led to what. Not everybody writes it down.
func (g *generator) link(e *episodic.Episode, c change) {
	state := func(source string, relation episodic.Relation, target, note string) {
		e.Links = append(e.Links, episodic.Link{Source: source, Relation: relation, Target: target, Note: note})
	}
	writes := func() bool { return g.r.IntN(4) > 0 }
	if c.repairs != nil {
		state(c.repairs.id+"/outcome", episodic.RelationCauses, "e000", "")
	}
	if writes() {
		state("d001", episodic.RelationEnables, "d002", "the risk decides how carefully it goes out")
	}
	if c.touches == LiveTable == (c.response != "") && writes() {
		state("d001", episodic.RelationEnables, "e002", "")
	}
	if c.rollout == AllPiers == (c.response != "") && writes() {
		state("d002", episodic.RelationEnables, "e002", "")
	}
	if c.failed == (c.response != "") {
		state("e002", episodic.RelationCauses, outcomeID, "")
	}
	if c.response != "" {
		state("e002", episodic.RelationEnables, "e003", "")
		state("d004", episodic.RelationCauses, "e004", "")
	}
}

const (
	outcomeID = "outcome"
	taskType  = "rollout"
	// checkVariable is what the check after a rollout says.
	checkVariable = "rollout check"
	checkFailed   = "failed"
)

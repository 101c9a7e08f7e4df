package causaltest

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
)

// World generates runs whose truth is known, recorded as an agent would: with times, without links
// and without declarations.
type World struct {
	Name string
	// Asked are the decisions, each with two options of which the effects are asked for.
	Asked []WorldDecision
	// Links are the only links that somebody stated. Closed are the variables declared closed.
	Links  []link.FactorLink
	Closed []string
	// Complete says that the links are all that there are.
	Complete bool
	// Untimed leaves out the times.
	Untimed bool
	// Silent are the events that are told only when they occur.
	Silent []string
	// Target is what is asked for; "outcome=failure" when empty.
	Target string

	// spelled records it by other names, see [World.Spelled].
	spelled bool
	run     func(*run)
}

// WorldDecision is a decision of a world with two options.
type WorldDecision struct{ Variable, Option, Against string }

// run is one run while it is generated.
type run struct {
	r *rand.Rand
	// do are the states that are set, whatever leads to them.
	do     map[string]string
	states map[string]string
	silent []string
	// untold says that only the states are wanted, not the lines.
	untold bool
	lines  []string
	failed bool
}

// is reports whether a variable has the state "yes".
func (n *run) is(variable string) bool { return n.states[variable] == "yes" }

// tell records "yes" with a probability, else "no".
func (n *run) tell(kind, variable string, p float64) {
	state := "no"
	if n.r.Float64() < p {
		state = "yes"
	}
	if set, is := n.do[variable]; is {
		state = set
	}
	n.states[variable] = state
	if n.untold || state == "no" && slices.Contains(n.silent, variable) {
		return
	}
	n.lines = append(n.lines, kind+" "+variable+"="+state)
}

func (n *run) fails(p float64) { n.failed = n.r.Float64() < p }

// Episodes are so many runs of the world.
func (w World) Episodes(r *rand.Rand, n int) []episodic.Episode {
	out := make([]episodic.Episode, n)
	for i := range out {
		one := &run{r: r, states: map[string]string{}, silent: w.Silent}
		w.run(one)
		outcome := episodic.OutcomeSuccess
		if one.failed {
			outcome = episodic.OutcomeFailure
		}
		out[i] = EpisodeFromLines(fmt.Sprintf("ep%05d", i), outcome, one.lines...)
		if w.Untimed {
			withoutTimes(&out[i])
		}
		if w.spelled {
			spell(&out[i])
		}
	}
	return out
}

func withoutTimes(e *episodic.Episode) {
	for i := range e.Decisions {
		e.Decisions[i].At = episodic.Timestamp{}
	}
	for i := range e.Events {
		e.Events[i].At = episodic.Timestamp{}
	}
}

// Reaching is the true probability of the target when a variable is set, from many runs: those in
// which there was something to decide.
func (w World) Reaching(variable, state string) float64 {
	const runs = 60_000
	n := run{r: rand.New(rand.NewPCG(1, 1)), do: map[string]string{variable: state}, states: map[string]string{}, untold: true}
	decided, reached := 0, 0
	target, _, other := strings.Cut(w.Target, "=")
	for range runs {
		clear(n.states)
		w.run(&n)
		if _, is := n.states[variable]; !is {
			continue
		}
		if decided++; other && n.is(target) || !other && n.failed {
			reached++
		}
	}
	return float64(reached) / float64(decided)
}

func either(is bool, yes, no float64) float64 {
	if is {
		return yes
	}
	return no
}

// Worlds are the worlds in which answers have been confidently wrong.
func Worlds() []World {
	yes := func(variable string) WorldDecision { return WorldDecision{variable, "yes", "no"} }
	mediator := World{Name: "mediator", Asked: []WorldDecision{yes("review")}, run: func(n *run) {
		n.tell("decide", "review", .5)
		n.tell("event", "bug", either(n.is("review"), .25, .65))
		n.fails(either(n.is("bug"), .8, .15))
	}}
	collider := World{Name: "collider", Asked: []WorldDecision{yes("verbose")}, run: func(n *run) {
		n.tell("decide", "verbose", .5)
		strain := n.r.Float64() < .5 // recorded nowhere
		n.tell("event", "alarm", either(strain, .7, .05)+either(n.is("verbose"), .25, 0))
		n.fails(either(strain, .75, .2))
	}}
	agent := World{Name: "agent", Asked: []WorldDecision{yes("plan"), yes("review"), yes("retry"), yes("color")}, run: func(n *run) {
		n.tell("context", "hard", .5)
		n.tell("decide", "plan", either(n.is("hard"), .7, .35))
		n.tell("decide", "color", either(n.is("hard"), .65, .4))
		n.tell("event", "tested", either(n.is("plan"), .75, .35)-either(n.is("hard"), .1, 0))
		n.tell("decide", "review", either(n.is("tested"), .65, .35))
		n.tell("event", "bug", .15+either(n.is("hard"), .35, 0)+either(n.is("tested"), 0, .2)-either(n.is("review"), .12, 0))
		n.tell("decide", "retry", either(n.is("bug"), .75, .25))
		n.tell("event", "alarm", .1+either(n.is("bug"), .45, 0)+either(n.is("retry"), .25, 0))
		n.fails(.1 + either(n.is("bug"), .55, 0) + either(n.is("hard"), .12, 0) - either(n.is("retry"), .1, 0))
	}}
	oneLink := mediator
	oneLink.Name, oneLink.Asked = "one link to the outcome", []WorldDecision{yes("review"), yes("style")}
	oneLink.Links = []link.FactorLink{Causes("tired=yes", "outcome=failure", .5)}
	oneLink.run = func(n *run) {
		n.tell("context", "tired", .4)
		n.tell("decide", "review", either(n.is("tired"), .4, .6))
		n.tell("decide", "style", .5)
		n.tell("event", "bug", either(n.is("review"), .35, .55))
		n.fails(either(n.is("bug"), .65, .15) + either(n.is("tired"), .15, 0))
	}
	linkedMediator := mediator
	linkedMediator.Name = "one link from what comes after"
	linkedMediator.Links = []link.FactorLink{Causes("bug=yes", "outcome=failure", .5)}
	complete := mediator
	complete.Name, complete.Complete = "mediator with all its links", true
	complete.Links = []link.FactorLink{Causes("review=no", "bug=yes", .4), Causes("bug=yes", "outcome=failure", .65)}
	untimed, untimedCollider, untimedAgent := mediator, collider, agent
	untimed.Name, untimed.Untimed = "mediator without times", true
	untimedCollider.Name, untimedCollider.Untimed = "collider without times", true
	untimedAgent.Name, untimedAgent.Untimed = "agent without times", true
	otherTarget := World{Name: "one link to another target", Asked: []WorldDecision{yes("review"), yes("style")}, Target: "bug=yes", run: func(n *run) {
		n.tell("context", "tired", .4)
		n.tell("decide", "review", either(n.is("tired"), .4, .6))
		n.tell("decide", "style", .5)
		n.tell("event", "bug", either(n.is("review"), .35, .45)+either(n.is("tired"), .2, 0))
		n.fails(either(n.is("bug"), .65, .15))
	}}
	otherTarget.Links = []link.FactorLink{Causes("tired=yes", "bug=yes", .5)}
	silent := World{Name: "told only when it occurs", Asked: []WorldDecision{yes("hotfix"), yes("color")}, Silent: []string{"alarm", "noise"}, run: func(n *run) {
		n.tell("event", "alarm", .4)
		n.tell("event", "noise", .3)
		n.tell("decide", "hotfix", either(n.is("alarm"), .25, .7))
		n.tell("decide", "color", either(n.is("alarm"), .7, .3))
		n.fails(.15 + either(n.is("alarm"), .4, 0) + either(n.is("hotfix"), .2, 0))
	}}
	silentLinked, silentClosed := silent, silent
	silentLinked.Name = "told only when it occurs, with a link"
	silentLinked.Links = []link.FactorLink{Causes("alarm=yes", "outcome=failure", .5)}
	silentClosed.Name, silentClosed.Closed = "told only when it occurs, declared closed", []string{"alarm", "noise"}
	conditional := World{Name: "conditional decision", Asked: []WorldDecision{yes("retry")}, run: func(n *run) {
		n.tell("context", "hard", .5)
		n.tell("event", "error", either(n.is("hard"), .7, .4))
		if n.is("error") {
			n.tell("decide", "retry", either(n.is("hard"), .35, .65))
		}
		n.fails(.1 + either(n.is("error"), .3, 0) + either(n.is("hard"), .2, 0) - either(n.is("retry"), .25, 0))
	}}
	conditionalSilent := conditional
	conditionalSilent.Name, conditionalSilent.Silent = "conditional decision, its reason told only when it occurs", []string{"error"}
	return []World{
		mediator, collider, agent, oneLink, linkedMediator, untimed, untimedCollider, untimedAgent,
		otherTarget, silent, silentLinked, silentClosed, conditional, conditionalSilent, complete,
	}
}

// TargetLabel is what is asked for.
func (w World) TargetLabel() string { return cmp.Or(w.Target, "outcome=failure") }

// Label is a state of the decision as questions name it.
func (d WorldDecision) Label(state string) string { return d.Variable + "=" + state }

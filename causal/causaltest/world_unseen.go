package causaltest

import (
	"fmt"

	"github.com/causeway-memory/causeway/causal/link"
)

// UnseenWorlds have other structures and probabilities than [Worlds], from which the rules of the
// answers come. They were written before any answer about them was seen; how a wide interval is judged
// was then changed for what two of them showed.
func UnseenWorlds() []World {
	return append(timedUnseen(), append(silentUnseen(), untimedUnseen()...)...)
}

// timedUnseen are worlds that tell the order of everything.
func timedUnseen() []World {
	chain := World{Name: "chain of two", Asked: yesOrNo("pin", "badge"), run: func(n *run) {
		n.tell("context", "legacy", .3)
		n.tell("decide", "pin", either(n.is("legacy"), .75, .4))
		n.tell("decide", "badge", either(n.is("legacy"), .3, .55))
		n.tell("event", "drift", either(n.is("pin"), .2, .55)+either(n.is("legacy"), .15, 0))
		n.tell("event", "stall", either(n.is("drift"), .7, .1))
		n.fails(either(n.is("stall"), .6, .12) + either(n.is("legacy"), .15, 0))
	}}
	linked := chain
	linked.Name, linked.Complete = "chain of two with all its links", true
	linked.Links = []link.FactorLink{
		Causes("legacy=yes", "pin=yes", .35), Causes("legacy=yes", "badge=no", .25), Causes("legacy=yes", "drift=yes", .15), Causes("pin=no", "drift=yes", .35),
		Causes("drift=yes", "stall=yes", .6), Causes("stall=yes", "outcome=failure", .5), Causes("legacy=yes", "outcome=failure", .15),
	}
	rare := World{Name: "rare choice, rare failure", Asked: yesOrNo("force", "emoji"), run: func(n *run) {
		n.tell("event", "conflict", .3)
		n.tell("decide", "force", either(n.is("conflict"), .45, .12))
		n.tell("decide", "emoji", either(n.is("conflict"), .1, .3))
		n.fails(.03 + either(n.is("conflict"), .09, 0) + either(n.is("force"), .08, 0))
	}}
	modified := World{Name: "helps here, harms there", Asked: yesOrNo("cache", "theme"), run: func(n *run) {
		n.tell("context", "large", .55)
		n.tell("decide", "cache", either(n.is("large"), .65, .25))
		n.tell("decide", "theme", either(n.is("large"), .35, .6))
		n.fails(either(n.is("large"), either(n.is("cache"), .35, .75), either(n.is("cache"), .4, .2)))
	}}
	var noises [20]string
	for i := range noises {
		noises[i] = fmt.Sprintf("noise%d", i)
	}
	noisy := World{Name: "twenty events of no matter", Asked: yesOrNo("lint", "emoji"), run: func(n *run) {
		for i, noise := range noises {
			n.tell("event", noise, .15+.03*float64(i))
		}
		n.tell("event", "flaky", .35)
		n.tell("decide", "lint", either(n.is("flaky"), .65, .4))
		n.tell("decide", "emoji", either(n.is("noise7"), .65, .4))
		n.fails(.25 + either(n.is("flaky"), .3, 0) - either(n.is("lint"), .1, 0))
	}}
	gated := World{Name: "decision behind two gates", Asked: yesOrNo("rollback"), run: func(n *run) {
		n.tell("context", "night", .4)
		n.tell("event", "alert", either(n.is("night"), .75, .6))
		if n.is("alert") {
			n.tell("event", "confirmed", .8)
			if n.is("confirmed") {
				n.tell("decide", "rollback", either(n.is("night"), .6, .35))
			}
		}
		n.fails(.15 + either(n.is("alert"), .15, 0) + either(n.is("confirmed"), .25, 0) + either(n.is("night"), .12, 0) - either(n.is("rollback"), .18, 0))
	}}
	return []World{chain, linked, rare, modified, noisy, gated}
}

// silentUnseen are worlds with events that are told only when they occur.
func silentUnseen() []World {
	weak := World{Name: "a weak reason told only when it occurs", Asked: yesOrNo("split", "tabs"), Silent: []string{"warning"}, run: func(n *run) {
		n.tell("event", "warning", .25)
		n.tell("decide", "split", either(n.is("warning"), .65, .45))
		n.tell("decide", "tabs", either(n.is("warning"), .35, .5))
		n.fails(.3 + either(n.is("warning"), .2, 0) - either(n.is("split"), .12, 0))
	}}
	two := World{Name: "two reasons told only when they occur", Asked: yesOrNo("patch", "quiet"), Silent: []string{"crash", "page"}, run: func(n *run) {
		n.tell("event", "crash", .3)
		n.tell("event", "page", either(n.is("crash"), .6, .15))
		n.tell("decide", "patch", .2+either(n.is("crash"), .3, 0)+either(n.is("page"), .25, 0))
		n.tell("decide", "quiet", .6-either(n.is("page"), .35, 0))
		n.fails(.15 + either(n.is("crash"), .2, 0) + either(n.is("page"), .25, 0) - either(n.is("patch"), .1, 0))
	}}
	beside := World{Name: "events told only when they occur, no reason of both", Asked: yesOrNo("batch", "alias"), Silent: []string{"hint", "spike", "echo"}, run: func(n *run) {
		n.tell("event", "hint", .4)  // decides, and does nothing else
		n.tell("event", "spike", .3) // leads to failure, and decides nothing
		n.tell("decide", "batch", either(n.is("hint"), .7, .35))
		n.tell("decide", "alias", .45)
		n.tell("event", "echo", either(n.is("batch"), .55, .2)) // follows from the decision
		n.fails(.12 + either(n.is("spike"), .35, 0) + either(n.is("echo"), .3, 0))
	}}
	strong := World{Name: "a strong reason told only when it occurs, nothing else matters", Asked: yesOrNo("escalate"), Silent: []string{"breach"}, run: func(n *run) {
		n.tell("event", "breach", .5)
		n.tell("decide", "escalate", either(n.is("breach"), .85, .2))
		n.fails(either(n.is("breach"), .7, .15))
	}}
	return []World{weak, two, beside, strong}
}

// untimedUnseen are worlds without times.
func untimedUnseen() []World {
	reason := World{Name: "an event decides, without times", Untimed: true, Asked: yesOrNo("skip", "font"), run: func(n *run) {
		n.tell("event", "slow", .45)
		n.tell("decide", "skip", either(n.is("slow"), .7, .3))
		n.tell("decide", "font", either(n.is("slow"), .35, .65))
		n.fails(.1 + either(n.is("slow"), .35, 0) + either(n.is("skip"), .15, 0))
	}}
	both := World{Name: "an event before and one after, without times", Untimed: true, Asked: yesOrNo("mock", "color"), run: func(n *run) {
		n.tell("context", "junior", .5)
		n.tell("event", "rush", either(n.is("junior"), .3, .5))
		n.tell("decide", "mock", .25+either(n.is("rush"), .3, 0)+either(n.is("junior"), .2, 0))
		n.tell("decide", "color", either(n.is("junior"), .65, .4))
		n.tell("event", "gap", either(n.is("mock"), .5, .15))
		n.fails(.12 + either(n.is("gap"), .35, 0) + either(n.is("rush"), .15, 0))
	}}
	collider := World{Name: "a weak collider, without times", Untimed: true, Asked: yesOrNo("trace"), run: func(n *run) {
		n.tell("decide", "trace", .4)
		load := n.r.Float64() < .35 // recorded nowhere
		n.tell("event", "lag", .1+either(load, .4, 0)+either(n.is("trace"), .3, 0))
		n.fails(either(load, .6, .25))
	}}
	idle := World{Name: "events beside, without times", Untimed: true, Asked: yesOrNo("retry", "emoji"), run: func(n *run) {
		n.tell("event", "ping", .5)
		n.tell("decide", "retry", .5)
		n.tell("decide", "emoji", either(n.is("ping"), .6, .4))
		n.tell("event", "cloud", .4)
		n.fails(.35 + either(n.is("cloud"), .2, 0) - either(n.is("retry"), .15, 0))
	}}
	return []World{reason, both, collider, idle}
}

// yesOrNo asks for the effects of decisions with these two options.
func yesOrNo(variables ...string) []WorldDecision {
	var out []WorldDecision
	for _, variable := range variables {
		out = append(out, WorldDecision{variable, "yes", "no"})
	}
	return out
}

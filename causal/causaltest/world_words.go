package causaltest

import "fmt"

// WorldsInWords tell what decides in words: each run tells one of two texts, which are events of one state,
// with or without something that they refer to.
func WorldsInWords() []World {
	build := World{Name: "one of two texts", Asked: yesOrNo("merge", "emoji"), run: func(n *run) {
		n.say("broken", .45, "The build broke after %d minutes", "Everything was built in %d minutes")
		n.tell("decide", "merge", either(n.is("broken"), .3, .7))
		n.tell("decide", "emoji", either(n.is("broken"), .65, .35))
		n.fails(.12 + either(n.is("broken"), .35, 0) + either(n.is("merge"), .12, 0))
	}}
	tickets := World{Name: "texts that each refer to something else", Asked: yesOrNo("hotfix", "color"), run: func(n *run) {
		n.say("angry", .5, "A customer complains about #%d", "A customer asks about #%d")
		n.tell("decide", "hotfix", either(n.is("angry"), .7, .3))
		n.tell("decide", "color", either(n.is("angry"), .35, .65))
		n.fails(.15 + either(n.is("angry"), .35, 0) - either(n.is("hotfix"), .1, 0))
	}}
	return []World{build, tickets}
}

// say tells one of two texts with a number of its own: the first with a probability.
func (n *run) say(variable string, p float64, yes, no string) {
	n.states[variable] = "no"
	words := no
	if n.r.Float64() < p {
		n.states[variable], words = "yes", yes
	}
	number := n.r.IntN(100_000)
	if !n.untold {
		n.lines = append(n.lines, "event "+fmt.Sprintf(words, number))
	}
}

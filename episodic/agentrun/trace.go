package agentrun

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/text"
)

// Rule names a rule that finds what one occurrence of a run took from another. It has a version, which
// changes with what it finds.
type Rule string

// The rules.
const (
	// RuleValueFlow says that a rare value of an argument first appeared in the result of the other call.
	RuleValueFlow Rule = "value-flow/1"
	// RuleRetry says that the call failed, and this is the next of the same tool, with other arguments.
	RuleRetry Rule = "retry/1"
	// ruleFileFlow says that the call wrote a file that this one reads or runs.
	ruleFileFlow Rule = "file-flow/1"
	// RuleParent says that the record names the other step as the parent of this one.
	RuleParent Rule = "parent/1"
	// RuleReply says that the message answers the one before it.
	RuleReply Rule = "reply/1"
	// RuleResult says that the error is what the call returned.
	RuleResult Rule = "result/1"
	// ruleLink says that the record links the other step to this one.
	ruleLink Rule = "link/1"
	// ruleError says that the step around this one recorded the same error, or that the whole run did.
	ruleError Rule = "error/1"
	// ruleOrder says that the other step was over, as the last one, before this one began, by the same clock.
	ruleOrder Rule = "order/3"
)

// Rules lists the rules, in the order in which they are reported.
func Rules() []Rule {
	return []Rule{RuleValueFlow, RuleRetry, ruleFileFlow, RuleParent, RuleReply, RuleResult, ruleLink, ruleError, ruleOrder}
}

// RuleOf returns the rule that a link of a mapped run names in its note; empty if it names none.
func RuleOf(l episodic.Link) Rule {
	name, _, _ := strings.Cut(l.Note, " ")
	if (l.Basis == episodic.BasisExtracted || l.Basis == episodic.BasisTemporal) && slices.Contains(Rules(), Rule(name)) {
		return Rule(name)
	}
	return ""
}

// The most of what the rules find.
const (
	// maxSources is the number of calls that a call takes values from.
	maxSources = 5
	// maxLeaf is the longest argument in which values are looked for, in bytes: a longer one is a text.
	maxLeaf = 400
)

// given is the source of a value that no call returned first: somebody said it, or the agent made it up.
const given = -1

// tracing finds links between the occurrences of a run.
type tracing struct {
	*mapping

	// first maps a value to the index of the step whose result had it first, or given.
	first map[string]int
	// callAt maps the index of a step to that of its call.
	callAt map[int]int
	// written maps a file to the call that wrote it last.
	written map[string]int
	// links are what was found, by the pair of ends.
	links map[[2]string]string
}

// trace adds the links that the rules find. They correlate: that a value went from one call to the next
// says what depends on what, and not yet what causes what; the counts over many runs may.
func (m *mapping) trace() {
	t := tracing{mapping: m, first: map[string]int{}, callAt: map[int]int{}, written: map[string]int{}, links: map[[2]string]string{}}
	for k, c := range m.calls {
		t.callAt[c.number] = k
	}
	t.say(m.run.Task)
	for _, at := range m.moments() {
		if at.isEnd {
			t.end(at.step)
		} else {
			t.begin(at.step)
		}
	}
	t.retries()
	t.parents()
	t.replies()
	t.results()
	t.write()
	t.errors()
	t.order()
	t.limit()
}

// limit leaves out the links beyond what an episode takes.
func (t *tracing) limit() {
	fit := t.room.Fit(t.episode.Links)
	if left := len(t.episode.Links) - len(fit); left > 0 {
		t.episode.Notes = append(t.episode.Notes, fmt.Sprintf("%d links between steps are left out, because the episode is full", left))
		t.episode.Links = fit
	}
}

// moment is the beginning or the end of a step.
type moment struct {
	at    time.Time
	step  int
	isEnd bool
}

// moments returns when steps began and ended, in order: by time where the record says when steps were over,
// else as the record has them.
func (m *mapping) moments() []moment {
	separate := map[int]bool{}
	for _, call := range m.resultOf {
		separate[call] = true
	}
	var out []moment
	timed := false
	for i, s := range m.run.Steps {
		out = append(out, moment{s.At, i, false})
		if call, isResult := m.resultOf[i]; isResult {
			out = append(out, moment{s.At, call, true})
			continue
		}
		end := s.At
		if over := s.span().End; !over.IsZero() {
			end, timed = over, true
		}
		if s.Kind != KindCall || !separate[i] {
			out = append(out, moment{end, i, true})
		}
	}
	if timed {
		slices.SortStableFunc(out, func(a, b moment) int { return a.at.Compare(b.at) })
	}
	return out
}

// begin takes what goes into a step.
func (t *tracing) begin(i int) {
	switch s := t.run.Steps[i]; s.Kind {
	case KindCall:
		if k, stored := t.callAt[i]; stored {
			t.take(i, leaves(t.calls[k].args))
			t.takeFiles(k)
		}
	case KindChoice:
		if c := s.span().Choice; c != nil {
			t.take(i, slices.Concat(short(leaf{"chosen", c.Chosen}), short(leaf{"about", c.About})))
		}
	case KindResult:
	default:
		t.say(s.Text)
	}
}

// end takes what comes out of a step: the result of a call or a search gives its values, what an agent says
// does not.
func (t *tracing) end(i int) {
	s := t.run.Steps[i]
	k, isCall := t.callAt[i]
	switch {
	case isCall:
		t.give(i)
		if c := t.calls[k]; c.effect == effectChanges && c.file != "" && !c.failed {
			t.written[c.file] = k
		}
	case s.Kind == KindActivity && s.Role == RoleTool && t.account.Entries[i].Fate == FateStored:
		t.give(i)
	case s.Kind == KindActivity:
		t.say(s.Result)
	}
}

// write adds the links in the order of their ends.
func (t *tracing) write() {
	pairs := slices.SortedFunc(maps.Keys(t.links), func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })
	for _, p := range pairs {
		t.episode.Links = append(t.episode.Links, episodic.Link{
			Source: p[0], Relation: episodic.RelationCorrelates, Target: p[1], Basis: episodic.BasisExtracted, Note: t.links[p],
		})
	}
}

// link adds a link; the first rule that finds a pair names it.
func (t *tracing) link(rule Rule, from, to, why string) {
	pair := [2]string{from, to}
	if from > to {
		pair = [2]string{to, from}
	}
	if _, known := t.links[pair]; from == "" || to == "" || from == to || known {
		return
	}
	t.links[pair] = text.Shorten(fmt.Sprintf("%s from %s to %s: %s", rule, from, to, why), 300)
}

// say takes the values of a text that no call returned.
func (t *tracing) say(words string) {
	for _, v := range values(words) {
		if _, known := t.first[v]; !known {
			t.first[v] = given
		}
	}
}

// give takes the values of the result of a step.
func (t *tracing) give(i int) {
	for _, v := range values(t.run.Steps[i].Result) {
		if _, known := t.first[v]; !known {
			t.first[v] = i
		}
	}
}

// take links a step to those whose results had its values first.
func (t *tracing) take(i int, leaves []leaf) {
	from := map[int][]string{}
	for _, leaf := range leaves {
		for _, v := range values(leaf.text) {
			source, known := t.first[v]
			switch {
			case !known:
				t.first[v] = given
			case source != given && source != i && !slices.Contains(from[source], leaf.name+" "+v):
				from[source] = append(from[source], leaf.name+" "+v)
			}
		}
	}
	sources := slices.Sorted(maps.Keys(from))
	for _, source := range sources[:min(len(sources), maxSources)] {
		t.link(RuleValueFlow, t.account.Entries[source].Into, t.account.Entries[i].Into, strings.Join(from[source], ", "))
	}
}

// takeFiles links a call to those that wrote the files that it reads or runs.
func (t *tracing) takeFiles(k int) {
	for _, file := range t.filesOf(t.calls[k]) {
		if writer, known := t.written[file]; known && writer != k {
			t.link(ruleFileFlow, t.calls[writer].id, t.calls[k].id, file)
		}
	}
}

// filesOf returns the written files that a call reads or runs.
func (t *tracing) filesOf(c placed) []string {
	if c.file != "" {
		return []string{c.file}
	}
	var out []string
	for _, file := range slices.Sorted(maps.Keys(t.written)) {
		for _, p := range c.programs {
			if slices.ContainsFunc(p.words, func(w string) bool { return w == file || sameFile(w, file) }) {
				out = append(out, file)
				break
			}
		}
	}
	return out
}

// sameFile reports whether a word names a file below a folder: the file ends in the word.
func sameFile(word, file string) bool {
	word = strings.TrimPrefix(path.Clean(word), "./")
	return path.Ext(word) != "" && strings.HasSuffix(file, "/"+word)
}

// retries links a failed call to the next of the same tool, if that has other arguments and is the next
// call of all, or shares a value.
func (t *tracing) retries() {
	for k, c := range t.calls {
		if !c.failed {
			continue
		}
		for n := k + 1; n < len(t.calls); n++ {
			next := t.calls[n]
			if next.Tool != c.Tool || next.label != c.label {
				continue
			}
			if next.Arguments != c.Arguments && (n == k+1 || shareValue(c.args, next.args)) {
				t.link(RuleRetry, c.id, next.id, c.label)
			}
			break
		}
	}
}

// shareValue reports whether two calls have a value in common.
func shareValue(a, b arguments) bool {
	has := map[string]bool{}
	for _, leaf := range leaves(a) {
		for _, v := range values(leaf.text) {
			has[v] = true
		}
	}
	for _, leaf := range leaves(b) {
		if slices.ContainsFunc(values(leaf.text), func(v string) bool { return has[v] }) {
			return true
		}
	}
	return false
}

// parents links a step to the step that the record names as its parent, and to those that it links to.
func (t *tracing) parents() {
	at := map[string]string{}
	for i, e := range t.account.Entries {
		if id := t.run.Steps[i].ID; id != "" && e.Fate == FateStored {
			at[id] = e.Into
		}
	}
	for i, e := range t.account.Entries {
		if e.Fate != FateStored {
			continue
		}
		s := t.run.Steps[i]
		t.link(RuleParent, at[s.Parent], e.Into, s.Parent)
		for _, other := range s.span().Links {
			t.link(ruleLink, at[other], e.Into, other)
		}
	}
}

// replies links a message to the one before it, if that is of somebody else.
func (t *tracing) replies() {
	last, speaker := "", ""
	for i, s := range t.run.Steps {
		e := t.account.Entries[i]
		switch {
		case s.Kind == KindCall:
			last = ""
		case s.Kind == KindMessage && e.Fate == FateStored:
			who := string(s.Role) + " " + s.Agent
			if last != "" && who != speaker {
				t.link(RuleReply, last, e.Into, strings.TrimSpace(who)+" answers")
			}
			last, speaker = e.Into, who
		}
	}
}

// results links a decision that failed to the error that its call returned.
func (t *tracing) results() {
	for _, c := range t.calls {
		if c.failed && c.decision >= 0 {
			t.link(RuleResult, c.id, t.errorID(c.number), "the error of the call")
		}
	}
}

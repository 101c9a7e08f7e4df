package transcript_test

import (
	"bufio"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic/agentrun"
)

// notePattern reads the note of a link: rule, ends, and why.
var notePattern = regexp.MustCompile(`^(\S+) from (\S+) to (\S+): (.*)$`)

// traced are the links of a run that calls have, as "rule from to", with why.
func traced(t *testing.T, run agentrun.Run) map[string]string {
	t.Helper()
	e, _ := agentrun.Map(run)
	out := map[string]string{}
	for _, l := range e.Links {
		m := notePattern.FindStringSubmatch(l.Note)
		if m == nil || agentrun.RuleOf(l) == "" {
			t.Fatalf("%s: the link %+v names no rule", run.ID, l)
		}
		out[strings.Join(m[1:4], " ")] = m[4]
	}
	return out
}

// stepOf is the index of the step of an occurrence.
func stepOf(t *testing.T, id string) int {
	t.Helper()
	n, err := strconv.Atoi(id[1:])
	if err != nil {
		t.Fatal(err)
	}
	return n - 1
}

// flowed checks one value by looking for its letters in the texts of the run: the result of the call has it
// and nothing before that, and the arguments of the other call do.
func flowed(run agentrun.Run, from, to int, value string) bool {
	has := func(s string) bool { return strings.Contains(strings.ToLower(s), value) }
	result := from + 1
	for run.Steps[result].Kind != agentrun.KindResult {
		result++
	}
	if has(run.Task) || !has(run.Steps[result].Result) || !has(run.Steps[to].Arguments) || to < result {
		return false
	}
	return !slices.ContainsFunc(run.Steps[:result], func(s agentrun.Step) bool { return has(s.Text) || has(s.Arguments) || has(s.Result) })
}

func TestTrace_ValuesFlowOnTau(t *testing.T) {
	right, all, rules := 0, 0, map[string]int{}
	for _, got := range failures(t, "tau-airline", "runs.jsonl.gz") {
		for link, why := range traced(t, got.Run) {
			fields := strings.Fields(link)
			rules[fields[0]]++
			if fields[0] != string(agentrun.RuleValueFlow) || strings.HasSuffix(why, "…") {
				continue
			}
			for _, v := range strings.Split(why, ", ") {
				all++
				if _, value, _ := strings.Cut(v, " "); flowed(got.Run, stepOf(t, fields[1]), stepOf(t, fields[2]), value) {
					right++
				} else {
					t.Logf("%s: %s %s", got.Run.ID, link, v)
				}
			}
		}
	}
	t.Logf("%d of %d values flowed; links by rule: %v", right, all, rules)
	if all < 300 || float64(right) < .95*float64(all) {
		t.Errorf("%d of %d values flowed as the links say", right, all)
	}
	for _, rule := range []agentrun.Rule{agentrun.RuleRetry, agentrun.RuleReply, agentrun.RuleResult} {
		if rules[string(rule)] == 0 {
			t.Errorf("no link rests on %s", rule)
		}
	}
}

// identifier are the names of reservations, flights and means of payment.
var identifier = regexp.MustCompile(`"(HAT\d{3}|(?:credit_card|gift_card|certificate)_\d{7}|[A-Z0-9]{6})"`)

// TestTrace_FindsWhatFlows looks for the identifiers of the airline in results and arguments: where one flowed,
// a link has to say so.
func TestTrace_FindsWhatFlows(t *testing.T) {
	found, all := 0, 0
	for _, got := range failures(t, "tau-airline", "runs.jsonl.gz") {
		links := traced(t, got.Run)
		for to, s := range got.Run.Steps {
			if s.Kind != agentrun.KindCall {
				continue
			}
			from := map[int]bool{}
			for _, m := range identifier.FindAllStringSubmatch(s.Arguments, -1) {
				value := strings.ToLower(m[1])
				for k, before := range got.Run.Steps[:to] {
					if before.Kind == agentrun.KindCall && strings.ContainsAny(value, "0123456789") && flowed(got.Run, k, to, value) {
						from[k] = true
					}
				}
			}
			for k := range from {
				all++
				for _, ends := range []string{"e%03d e%03d", "e%03d d%03d", "d%03d e%03d", "d%03d d%03d"} {
					if _, is := links[string(agentrun.RuleValueFlow)+" "+fmt.Sprintf(ends, k+1, to+1)]; is {
						found++
					}
				}
			}
		}
	}
	t.Logf("%d of %d flows are linked", found, all)
	if all < 100 || float64(found) < .95*float64(all) {
		t.Errorf("%d of %d flows are linked", found, all)
	}
}

// TestTrace_AsReadByHand compares the links of ten runs with what a person who read the runs says of each.
func TestTrace_AsReadByHand(t *testing.T) {
	file, err := os.Open("testdata/tau-links-by-hand.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	read := map[string]map[string]bool{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		f := strings.Split(lines.Text(), "\t")
		if strings.HasPrefix(f[0], "#") {
			continue
		}
		if read[f[0]] == nil {
			read[f[0]] = map[string]bool{}
		}
		read[f[0]][strings.Join(f[1:4], " ")] = f[4] == "right"
	}
	right, all := 0, 0
	for _, got := range failures(t, "tau-airline", "runs.jsonl.gz") {
		verdicts := read[got.Run.ID]
		if verdicts == nil {
			continue
		}
		delete(read, got.Run.ID)
		for link := range traced(t, got.Run) {
			rule := agentrun.Rule(strings.Fields(link)[0])
			if rule != agentrun.RuleValueFlow && rule != agentrun.RuleRetry {
				continue
			}
			is, known := verdicts[link]
			if !known {
				t.Errorf("%s: nobody has read %s", got.Run.ID, link)
			}
			delete(verdicts, link)
			all++
			if is {
				right++
			}
		}
		if len(verdicts) > 0 {
			t.Errorf("%s: not found any more: %v", got.Run.ID, verdicts)
		}
	}
	t.Logf("%d of %d links are right", right, all)
	if len(read) > 0 || all < 60 || float64(right) < .95*float64(all) {
		t.Errorf("%d of %d links are right; without a run: %v", right, all, read)
	}
}

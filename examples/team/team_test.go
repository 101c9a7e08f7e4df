package team_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/examples/team"
)

// digest is of the JSON of all episodes. It changes with the generator and with nothing else.
const digest = "968badcd744da48eb01f8a5a313282cd968a020a3de35919434cb69742f72370"

func TestEpisodes_AreAlwaysTheSame(t *testing.T) {
	first, second := written(t), written(t)
	if first != second {
		t.Error("two runs generate different episodes")
	}
	sum := sha256.Sum256([]byte(first))
	if got := hex.EncodeToString(sum[:]); got != digest {
		t.Errorf("the generator makes other episodes than those that the pages show: digest %s, want %s", got, digest)
	}
}

func written(t *testing.T) string {
	t.Helper()
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	for _, e := range team.Episodes() {
		if err := encoder.Encode(e); err != nil {
			t.Fatal(err)
		}
	}
	return out.String()
}

func TestEpisodes_CanBeRecordedOneByOne(t *testing.T) {
	known, before := map[string]bool{}, time.Time{}
	for _, e := range team.Episodes() {
		p, err := intake.Prepare(e)
		if err != nil {
			t.Fatalf("%s: %v", e.ID, err)
		}
		for _, o := range p.Occurrences {
			known[o.Key] = true
		}
		for _, l := range p.Episode.Links {
			for _, end := range []string{l.Source, l.Target} {
				if key := episodic.OccurrenceKey(e.ID, end); !known[key] {
					t.Errorf("%s names %s, which no earlier episode holds", e.ID, key)
				}
			}
		}
		if day := e.StartedAt.Time.Truncate(24 * time.Hour); day.Before(before) {
			t.Errorf("%s begins before the episode before it", e.ID)
		} else {
			before = day
		}
		at := e.StartedAt.Time
		for _, d := range p.Episode.Decisions {
			if d.At.Time.Before(at) {
				t.Errorf("%s/%s is decided before the work begins, or before the decision before it", e.ID, d.ID)
			}
			at = d.At.Time
		}
	}
}

// TestEpisodes_ReadLikeATeams checks that the texts differ from episode to episode, as those of people
// do, while decisions and errors recur.
func TestEpisodes_ReadLikeATeams(t *testing.T) {
	tasks, reasons, errors := map[string]int{}, map[string]int{}, map[string]int{}
	days := map[string]bool{}
	for _, e := range team.Episodes() {
		tasks[e.Task]++
		days[e.StartedAt.Time.Format(time.DateOnly)] = true
		for _, d := range e.Decisions {
			reasons[d.Rationale]++
		}
		for _, v := range e.Events {
			if v.Type == episodic.EventError {
				errors[v.Content]++
			}
		}
		for _, text := range append(e.Lessons, e.Task) {
			if strings.Contains(text, "%!") || strings.Contains(text, "%") {
				t.Errorf("%s: %q is not filled in", e.ID, text)
			}
		}
	}
	if len(tasks) < team.Count*2/3 || len(reasons) < 40 || len(days) < 120 {
		t.Errorf("%d tasks, %d reasons, %d days", len(tasks), len(reasons), len(days))
	}
	for text, n := range errors {
		if n < 5 {
			t.Errorf("the error %q occurs %d times; errors recur", text, n)
		}
	}
}

// TestEpisodes_FollowTheWorld compares the shares in the episodes with the probabilities of the world:
// within 4 standard errors.
func TestEpisodes_FollowTheWorld(t *testing.T) {
	type group struct{ touches, rollout string }
	n, failed := map[group]int{}, map[group]int{}
	for _, e := range team.Episodes() {
		g := group{chosen(e, team.Touches), chosen(e, team.Rollout)}
		n[g]++
		if chosen(e, team.Response) != "" {
			failed[g]++
		}
	}
	for g, all := range n {
		p, share := team.CheckFails(g.touches, g.rollout), float64(failed[g])/float64(all)
		if d := share - p; d*d > 16*p*(1-p)/float64(all) {
			t.Errorf("%v: the check fails in %.3f of %d, the world says %.3f", g, share, all, p)
		}
	}
	if len(n) != 4 {
		t.Errorf("%d groups, want 4", len(n))
	}
}

func chosen(e episodic.Episode, v team.Variable) string {
	i := slices.IndexFunc(e.Decisions, func(d episodic.Decision) bool { return d.Context == string(v) })
	if i < 0 {
		return ""
	}
	return e.Decisions[i].Chosen
}

// TestWorld_IsATrap checks that counting misleads: what prevents failures looks as if it caused them.
func TestWorld_IsATrap(t *testing.T) {
	if effect := team.Failure(team.OnePier) - team.Failure(team.AllPiers); effect > -.1 {
		t.Errorf("the effect is %.3f", effect)
	}
	if naive := team.NaiveFailure(team.OnePier) - team.NaiveFailure(team.AllPiers); naive < .05 {
		t.Errorf("the bare difference is %.3f", naive)
	}
	for _, v := range []team.Variable{team.Touches, team.Rollout, team.Hour, team.Response} {
		total := 0.0
		for _, option := range team.Options(v) {
			total += team.Share(v, option, team.LiveTable)
		}
		if total < .999 || total > 1.001 {
			t.Errorf("%s: the shares add up to %v", v, total)
		}
	}
}

func TestReadme_StatesTheTruth(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	percent := func(p float64) string { return fmt.Sprintf("%.0f %%", 100*p) }
	exact := func(p float64) string { return fmt.Sprintf("%.1f %%", 100*p) }
	pair := func(of func(rollout string) string) string {
		return "| " + of(team.AllPiers) + " | " + of(team.OnePier) + " |"
	}
	share := func(touches string) func(string) string {
		return func(rollout string) string { return percent(team.Share(team.Rollout, rollout, touches)) }
	}
	check := func(touches string) func(string) string {
		return func(rollout string) string { return percent(team.CheckFails(touches, rollout)) }
	}
	want := []string{
		fmt.Sprintf("%d episodes from 1 July 2025", team.Count),
		"only code (60 % of all) " + pair(share(team.OnlyCode)), "live data (40 %) " + pair(share(team.LiveTable)),
		"only code " + pair(check(team.OnlyCode)), "live data " + pair(check(team.LiveTable)),
		"went out this way** " + pair(func(r string) string { return "**" + exact(team.Failure(r)) + "**" }),
		"which is no effect " + pair(func(r string) string { return exact(team.NaiveFailure(r)) }),
		fmt.Sprintf("%.1f points fewer", 100*(team.Failure(team.AllPiers)-team.Failure(team.OnePier))),
		fmt.Sprintf("harmful by %.1f points", 100*(team.NaiveFailure(team.OnePier)-team.NaiveFailure(team.AllPiers))),
		"it passed | | " + percent(team.Fails("")),
	}
	for option, words := range map[string]string{team.TakeBack: "take the change back", team.RepairThere: "repair it in place", team.Wait: "wait and watch"} {
		want = append(want, fmt.Sprintf("it failed: %s | %s | %s |", words, percent(team.Share(team.Response, option, "")), percent(team.Fails(option))))
	}
	for _, line := range want {
		if !strings.Contains(string(text), line) {
			t.Errorf("README.md does not say %q", line)
		}
	}
}

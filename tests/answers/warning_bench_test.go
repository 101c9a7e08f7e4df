package answers_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/soak"
	"github.com/causeway-memory/causeway/tests/harness"
)

// warningWorld draws runs of a project for [BenchmarkCheckAction].
type warningWorld struct {
	random       *rand.Rand
	tasks, kinds int
}

func (w warningWorld) run(i int) vars {
	decisions := []vars{}
	for k := range 8 {
		kind := w.random.IntN(w.kinds)
		decisions = append(decisions, vars{"id": fmt.Sprintf("d%03d", k+1), "context": "call", "chosen": fmt.Sprintf("tool%d(n: %d)", kind, w.random.IntN(9)), "factor": fmt.Sprintf("tool%d=done", kind)})
	}
	return vars{"id": fmt.Sprintf("r%06d", i), "task": fmt.Sprint("task ", w.random.IntN(w.tasks)), "outcome": []string{"failure", "success", "success"}[w.random.IntN(3)], "decisions": decisions}
}

// BenchmarkCheckAction asks over HTTP before an action in a project of EPISODES episodes (20,000), with a write before every tenth question, a deletion
// before every other tenth, and by turns reads an episode by its key. It reports the percentiles of both in milliseconds and the ratio of the medians; cold is the first question.
func BenchmarkCheckAction(b *testing.B) {
	const batch = 500
	episodes := 20_000
	if n, err := strconv.Atoi(os.Getenv("EPISODES")); err == nil {
		episodes = n
	}
	p := newProject(b)
	w := warningWorld{random: soak.Rand(264, 0), tasks: max(episodes/10, 1), kinds: 60}
	began := time.Now()
	for i := 0; i < episodes; i += batch {
		var all []vars
		for j := range min(batch, episodes-i) {
			all = append(all, w.run(i+j))
		}
		p.ImportAll(all...)
	}
	loaded := time.Since(began)
	const check = `query($project: String!, $action: String!, $task: String!) { project(name: $project) { checkAction(action: $action, task: $task) {
		note findings { rule warns text eValue needed did { runs failed episodes(first: 3) } didNot { runs failed episodes(first: 3) } } } } }`
	const read = `query($project: String!, $key: String!) { episode(project: $project, key: $key) { key task outcome decisions { key chosen } } }`
	timed := func(query string, v vars) time.Duration {
		began := time.Now()
		harness.Get[any](p, query, v)
		return time.Since(began)
	}
	ask := func() time.Duration {
		return timed(check, vars{"action": fmt.Sprintf("tool%d=done", w.random.IntN(w.kinds)), "task": fmt.Sprint("task ", w.random.IntN(w.tasks))})
	}
	cold := ask()
	var asked, after, deleted, reads []time.Duration
	for i := 0; b.Loop(); i++ {
		switch i % 10 {
		case 0:
			p.ImportAll(w.run(episodes + i))
			after = append(after, ask())
		case 5:
			harness.Get[any](p, `mutation($project: String!, $key: String!) { deleteEpisode(project: $project, key: $key) { __typename } }`, vars{"key": fmt.Sprintf("r%06d", episodes+i-5)}) // the last written
			deleted = append(deleted, ask())
		default:
			asked = append(asked, ask())
		}
		reads = append(reads, timed(read, vars{"key": fmt.Sprintf("r%06d", w.random.IntN(episodes))}))
	}
	for name, all := range map[string][]time.Duration{"check": slices.Concat(asked, after, deleted), "check-after-a-write": after, "check-after-a-deletion": deleted, "read": reads} {
		if len(all) == 0 {
			continue
		}
		slices.Sort(all)
		b.ReportMetric(float64(all[len(all)/2].Microseconds())/1000, name+"-p50-ms")
		b.ReportMetric(float64(all[len(all)*95/100].Microseconds())/1000, name+"-p95-ms")
	}
	slices.Sort(asked)
	b.ReportMetric(loaded.Seconds(), "load-s")
	b.ReportMetric(float64(cold.Milliseconds()), "cold-ms")
	b.ReportMetric(float64(asked[len(asked)/2])/float64(reads[len(reads)/2]), "ratio-p50")
}

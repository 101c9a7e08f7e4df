package answers_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/tests/harness"
)

// networkEpisode is an episode of a sampled network, read without the importer.
type networkEpisode struct {
	text      string
	Outcome   string
	Context   map[string]string
	Decisions []struct {
		ID, Context, Chosen string
		Effects             []string
	}
	Events []struct {
		ID, Content string
		CausedBy    []string `json:"caused_by"`
		LeadsTo     []string `json:"leads_to"`
	}
}

// network is a sampled network with what is declared about it.
type network struct {
	episodes []networkEpisode
	// closed are the variables of which what is not recorded did not happen.
	closed map[string]bool
}

// readNetwork reads the first episodes of a network.
func readNetwork(t *testing.T, name string, most int) network {
	t.Helper()
	folder := filepath.Join(enginetest.Data(t), "causal", "bn", name)
	var structure struct {
		ClosedWorld bool `json:"closed_world"`
		Variables   []struct{ Name, Kind string }
	}
	text, err := os.ReadFile(filepath.Join(folder, "structure.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &structure); err != nil {
		t.Fatal(err)
	}
	n := network{closed: map[string]bool{}}
	for _, v := range structure.Variables {
		if structure.ClosedWorld && strings.HasPrefix(v.Kind, "event") {
			n.closed[v.Name] = true
		}
	}
	file, err := os.Open(filepath.Join(folder, "episodes.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(unpacked)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() && len(n.episodes) < most {
		e := networkEpisode{text: lines.Text()}
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			t.Fatal(err)
		}
		n.episodes = append(n.episodes, e)
	}
	return n
}

// states are the states that an episode tells, by variable, and those of its occurrences.
func (e networkEpisode) states() (known, of map[string]string) {
	known, of = map[string]string{"outcome": e.Outcome}, map[string]string{}
	for variable, state := range e.Context {
		known[variable] = state
	}
	for _, d := range e.Decisions {
		known[d.Context] = d.Chosen
		of[d.ID] = d.Context + "=" + d.Chosen
	}
	for _, v := range e.Events {
		variable, state, _ := strings.Cut(v.Content, "=")
		known[variable] = state
		of[v.ID] = v.Content
	}
	return known, of
}

// links are the pairs of factors that an episode links, each once.
func (e networkEpisode) links() map[[2]string]bool {
	_, of := e.states()
	out := map[[2]string]bool{}
	add := func(from, to string) {
		if of[from] != of[to] {
			out[[2]string{of[from], of[to]}] = true
		}
	}
	for _, d := range e.Decisions {
		for _, to := range d.Effects {
			add(d.ID, to)
		}
	}
	for _, v := range e.Events {
		for _, from := range v.CausedBy {
			add(from, v.ID)
		}
		for _, to := range v.LeadsTo {
			add(v.ID, to)
		}
	}
	return out
}

// countedLink is a link with its counts.
type countedLink struct{ N11, N10, N01, N00, Episodes int }

// recount counts the links from scratch.
func (n network) recount() map[string]countedLink {
	stated := map[[2]string]int{}
	for _, e := range n.episodes {
		for pair := range e.links() {
			stated[pair]++
		}
	}
	out := map[string]countedLink{}
	for pair, episodes := range stated {
		c := countedLink{Episodes: episodes}
		for _, e := range n.episodes {
			source, knowsSource := n.tells(e, pair[0])
			target, knowsTarget := n.tells(e, pair[1])
			switch {
			case !knowsSource || !knowsTarget:
			case source && target:
				c.N11++
			case source:
				c.N10++
			case target:
				c.N01++
			default:
				c.N00++
			}
		}
		out[pair[0]+" "+pair[1]] = c
	}
	return out
}

func (n network) tells(e networkEpisode, factor string) (has, known bool) {
	variable, state, _ := strings.Cut(factor, "=")
	states, _ := e.states()
	told, known := states[variable]
	return known && told == state, known || n.closed[variable]
}

// power is the generative causal power (Cheng 1997); nil where no comparison is possible.
func (c countedLink) power() *float64 {
	if c.N11+c.N10 == 0 || c.N01+c.N00 == 0 {
		return nil
	}
	with, without := float64(c.N11)/float64(c.N11+c.N10), float64(c.N01)/float64(c.N01+c.N00)
	if with == 1 && without == 1 { // nothing is left that the source could bring about
		return nil
	}
	strength := 0.0
	if with > without {
		strength = (with - without) / (1 - without)
	}
	return &strength
}

// importNetwork records the episodes, some hundreds at a time, and closes its variables.
func (p *project) importNetwork(n network) {
	p.T.Helper()
	for batch := range slices.Chunk(n.episodes, 200) {
		var files []vars
		for i, e := range batch {
			files = append(files, vars{"name": fmt.Sprintf("%d.json", i), "content": e.text})
		}
		if report := p.ImportFiles(vars{"files": files}); report.Created != len(batch) {
			p.T.Fatalf("of %d episodes %d were recorded", len(batch), report.Created)
		}
	}
	if len(n.closed) == 0 {
		return
	}
	harness.Get[any](p, `mutation($project: String!, $variables: [String!]!) { declareClosedWorld(project: $project, variables: $variables, absentState: "no") { rules { visibility } } }`,
		vars{"variables": slices.Sorted(mapKeys(n.closed))})
}

// shownLink is a link as the API shows it.
type shownLink struct {
	Key                                   string
	Source, Target                        struct{ Label string }
	Both, SourceOnly, TargetOnly, Neither int
	Evidence                              struct{ Total int }
	Strength                              *float64
}

func (p *project) factorLinks() []shownLink {
	p.T.Helper()
	const query = `query($project: String!, $after: String) { factorLinks(project: $project, first: 100, after: $after, filter: {relations: [CAUSES]}) {
		edges { node { key source { label } target { label } both sourceOnly targetOnly neither evidence { total } strength } } pageInfo { hasNextPage endCursor } } }`
	var all []shownLink
	for v := (vars{}); ; {
		c := harness.Get[struct{ FactorLinks harness.Connection[shownLink] }](p, query, v).FactorLinks
		for _, e := range c.Edges {
			all = append(all, e.Node)
		}
		if !c.PageInfo.HasNextPage {
			return all
		}
		v["after"] = *c.PageInfo.EndCursor
	}
}

// TestFactorLinks_OfNetworks compares links, their counts and strengths with those that are
// counted here from the files. On servers it takes fewer episodes, of one network.
func TestFactorLinks_OfNetworks(t *testing.T) {
	harness.Beside(t)
	most, names := 500, []string{"agentops_a", "asia"}
	if !enginetest.Embedded() {
		most, names = 200, names[:1]
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			n := readNetwork(t, name, most)
			p := newProject(t)
			p.importNetwork(n)
			want, got := n.recount(), map[string]countedLink{}
			for _, l := range p.factorLinks() {
				name := l.Source.Label + " " + l.Target.Label
				got[name] = countedLink{l.Both, l.SourceOnly, l.TargetOnly, l.Neither, l.Evidence.Total}
				power := want[name].power()
				if (power == nil) != (l.Strength == nil) || power != nil && math.Abs(*power-*l.Strength) > 1e-9 {
					t.Errorf("%s %+v: strength %v, want %v", name, got[name], l.Strength, power)
				}
			}
			if diff := cmp.Diff(want, got); diff != "" || len(want) < 15 {
				t.Errorf("%d links (-want +got):\n%s", len(want), diff)
			}
			p.rebuildsAlike()
		})
	}
}

// rebuildsAlike derives everything anew and wants the same factors and links.
func (p *project) rebuildsAlike() {
	p.T.Helper()
	type state struct {
		Pending, Episodes int
		Fingerprint       string
	}
	before := harness.Get[struct{ Project struct{ Derivation state } }](p,
		`query($project: String!) { project(name: $project) { derivation { pending episodes fingerprint } } }`, nil).Project.Derivation
	after := harness.Get[struct{ RebuildFactors struct{ Derivation state } }](p,
		`mutation($project: String!) { rebuildFactors(project: $project) { derivation { pending episodes fingerprint } } }`, nil).RebuildFactors.Derivation
	if before != after || before.Pending != 0 || before.Episodes == 0 {
		p.T.Errorf("before the rebuild %+v, after it %+v", before, after)
	}
}

package recall_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/recall"
	"github.com/causeway-memory/causeway/internal/soak"
	"github.com/google/go-cmp/cmp"
)

// joined is a project as bridges show it, by the episode that they begin at.
type joined map[string][]episodic.Bridge

func (j joined) link(from, to string) {
	j[from] = append(j[from], episodic.Bridge{From: from, To: to, Relation: episodic.RelationCauses, FromKey: from + "/d1", ToKey: to + "/d1"})
	j[to] = append(j[to], episodic.Bridge{From: to, To: from, Relation: episodic.RelationCauses, FromKey: to + "/d1", ToKey: from + "/d1", Backward: true})
}

func (j joined) mention(ref string, ids ...string) {
	for _, from := range ids {
		for _, to := range ids {
			if from != to {
				j[from] = append(j[from], episodic.Bridge{
					From: from, To: to, Mentions: len(ids), Reference: episodic.Reference{Kind: episodic.ReferenceFile, Key: ref},
				})
			}
		}
	}
}

// next is what a store answers.
func (j joined) next(ids []string, maxMentions int) []episodic.Bridge {
	var out []episodic.Bridge
	for _, id := range ids {
		for _, b := range j[id] {
			if b.Mentions <= maxMentions {
				out = append(out, b)
			}
		}
	}
	return out
}

func hitsOf(scores ...any) []recall.Hit {
	var hits []recall.Hit
	for i := 0; i < len(scores); i += 2 {
		hits = append(hits, recall.Hit{Episode: scores[i].(string), Score: scores[i+1].(float64)})
	}
	return hits
}

func TestRelated_order(t *testing.T) {
	for name, c := range map[string]struct {
		why  string
		hits []recall.Hit
		join func(joined)
		want []string
	}{
		"a link before a reference": {
			"a link is a claim, a shared file may be chance",
			hitsOf("a", 1.0), func(j joined) { j.mention("go.mod", "a", "r"); j.link("a", "l") },
			[]string{"l", "r"},
		},
		"rare before common": {
			"what everybody mentions says little",
			hitsOf("a", 1.0), func(j joined) { j.mention("common", "a", "c", "d", "e", "f"); j.mention("rare", "a", "r") },
			[]string{"r", "c", "d", "e", "f"},
		},
		"one step before two": {
			"each step is a guess more",
			hitsOf("a", 1.0), func(j joined) { j.link("a", "near"); j.link("near", "far") },
			[]string{"near", "far"},
		},
		"not three steps": {
			"the search is bounded",
			hitsOf("a", 1.0), func(j joined) { j.link("a", "b"); j.link("b", "c"); j.link("c", "d") },
			[]string{"b", "c"},
		},
		"never a hit": {
			"a hit is shown already",
			hitsOf("a", 1.0, "b", .5), func(j joined) { j.link("a", "b"); j.link("b", "c") },
			[]string{"c"},
		},
		"never what was asked about": {
			"who asks for what is like an episode knows that one",
			hitsOf("a", 1.0), func(j joined) { j.link("a", "like"); j.link("a", "b") },
			[]string{"b"},
		},
		"the better hit leads": {
			"what is nearer to the question matters more",
			hitsOf("a", 1.0, "b", .2), func(j joined) { j.link("b", "from b"); j.link("a", "from a") },
			[]string{"from a", "from b"},
		},
		"several ways add up": {
			"two hits agree",
			hitsOf("a", .5, "b", .5, "c", .6), func(j joined) { j.link("c", "one"); j.link("a", "both"); j.link("b", "both") },
			[]string{"both", "one"},
		},
		"a hub leads nowhere": {
			"an episode that is joined to everything says little of each",
			hitsOf("hub", .6, "a", .4), func(j joined) { j.link("hub", "x"); j.link("hub", "y"); j.link("a", "z") },
			[]string{"z", "x", "y"},
		},
		"no scores": {
			"hits without a positive score are followed alike",
			hitsOf("a", 0.0, "b", -.3), func(j joined) { j.link("a", "x"); j.link("b", "y") },
			[]string{"x", "y"},
		},
		"nothing": {"an episode may stand alone", hitsOf("a", 1.0), func(joined) {}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			j := joined{}
			c.join(j)
			var got []string
			for _, r := range recall.Walk(c.hits, 100, 10, j.next) {
				got = append(got, r.Episode)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", c.why, diff)
			}
		})
	}
}

func TestRelated_strongestWay(t *testing.T) {
	j := joined{}
	j.mention("go.mod", "a", "x")
	j.link("b", "m")
	j.link("m", "x")
	got := recall.Walk(hitsOf("a", .1, "b", .9), 100, 1, j.next)
	if len(got) != 1 || got[0].Episode != "m" {
		t.Fatalf("want one, the strongest: %+v", got)
	}
	got = recall.Walk(hitsOf("a", .1, "b", .9), 100, 10, j.next)
	want := []episodic.Bridge{j["b"][0], j["m"][1]}
	if diff := cmp.Diff(want, got[1].Steps); diff != "" || got[1].Episode != "x" {
		t.Errorf("the way of most weight leads over b (-want +got):\n%s", diff)
	}
}

// TestRelated_oracle compares with the definition on random memories that stay within the bounds.
func TestRelated_oracle(t *testing.T) {
	random := soak.Rand(10, 7)
	reached := 0
	for range soak.Rounds(300) {
		j, ids := joined{}, []string{}
		for i := range 12 {
			ids = append(ids, fmt.Sprint("e", i))
		}
		for range random.IntN(10) {
			i, k := random.IntN(12), random.IntN(12)
			if i != k {
				j.link(ids[i], ids[k])
			}
		}
		for r := range random.IntN(5) {
			random.Shuffle(len(ids), func(a, b int) { ids[a], ids[b] = ids[b], ids[a] })
			j.mention(fmt.Sprint("ref", r), ids[:2+random.IntN(5)]...)
		}
		hits := hitsOf(ids[0], random.Float64(), ids[1], random.Float64(), ids[2], random.Float64())
		got := map[string]float64{}
		for _, r := range recall.Walk(hits, 12, 100, j.next) {
			got[r.Episode] = r.Weight
			checkSteps(t, hits, r)
		}
		want := weights(hits, 12, j)
		for id := range want {
			if math.Abs(got[id]-want[id]) > 1e-9 || len(got) != len(want) {
				t.Fatalf("%s has weight %v, want %v; %v and %v", id, got[id], want[id], got, want)
			}
		}
		reached += len(want)
	}
	if reached < soak.Rounds(300) {
		t.Errorf("only %d episodes were reached: too little is compared", reached)
	}
}

// checkSteps fails unless the steps lead from a hit to the episode, over no other hit.
func checkSteps(t *testing.T, hits []recall.Hit, r recall.Related) {
	t.Helper()
	isHit := func(id string) bool {
		return slices.ContainsFunc(hits, func(h recall.Hit) bool { return h.Episode == id })
	}
	if len(r.Steps) < 1 || len(r.Steps) > 2 || !isHit(r.Steps[0].From) || isHit(r.Episode) {
		t.Fatalf("%s: %+v", r.Episode, r.Steps)
	}
	at := r.Steps[0].From
	for _, b := range r.Steps {
		if b.From != at || isHit(b.To) {
			t.Fatalf("%s: the steps break at %s: %+v", r.Episode, at, r.Steps)
		}
		at = b.To
	}
	if at != r.Episode {
		t.Fatalf("%s: the steps end at %s", r.Episode, at)
	}
}

// weights spreads the hits' shares over the whole project twice, as a matrix would.
func weights(hits []recall.Hit, episodes int, j joined) map[string]float64 {
	sum, isHit := 0.0, map[string]bool{}
	for _, h := range hits {
		sum, isHit[h.Episode] = sum+h.Score, true
	}
	one := func(mass map[string]float64) map[string]float64 {
		out := map[string]float64{}
		for id, m := range mass {
			list := j.next([]string{id}, 5)
			for _, b := range list {
				if isHit[b.To] {
					continue
				}
				strength := 1.0
				if b.Relation == "" {
					strength = math.Log(1+float64(episodes)/float64(b.Mentions)) / math.Log(1+float64(episodes))
				}
				out[b.To] += m * strength / float64(len(list))
			}
		}
		return out
	}
	start := map[string]float64{}
	for _, h := range hits {
		start[h.Episode] = h.Score / sum
	}
	first := one(start)
	total := map[string]float64{}
	for id, m := range first {
		total[id] += m
	}
	for id, m := range one(first) {
		total[id] += .4 * m
	}
	return total
}

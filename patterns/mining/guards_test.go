package mining_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/causeway-memory/causeway/patterns/mining"
)

// process is a made-up process: what is drawn for a row, by variable, and how likely it succeeds.
type process struct {
	made

	draw func(random *rand.Rand) (told []mining.Told, p float64)
}

func (w process) rows(n int) mining.Input {
	random := rand.New(rand.NewPCG(14, 3))
	for range n {
		told, p := w.draw(random)
		w.in.Rows = append(w.in.Rows, mining.Row{Told: told, Success: random.Float64() < p})
	}
	return w.in
}

// at returns a state with its order.
func at(variable, state int, order int64) mining.Told {
	return mining.Told{Variable: variable, State: state, Order: order, Timed: true}
}

func known(variable, state int) mining.Told {
	return mining.Told{Variable: variable, State: state, Timed: true, Beforehand: true}
}

// candidate finds a candidate by its trigger and steps.
func candidate(r mining.Result, trigger, then []mining.Item) *mining.Candidate {
	for _, c := range r.Candidates {
		if fmt.Sprint(c.Trigger, c.Then) == fmt.Sprint(trigger, then) {
			return c
		}
	}
	return nil
}

func item(variable, state int) mining.Item { return mining.Item{Variable: variable, State: state} }

// TestMine_guards has one process for each guard. In it the first decision, or something about it, must
// not be promoted as it appears.
func TestMine_guards(t *testing.T) {
	for _, c := range []struct {
		why string
		// make adds the variables and returns how rows are drawn.
		make    func(w *process)
		trigger []mining.Item
		then    []mining.Item
		want    mining.Reason
	}{
		{"what causes the action also causes the outcome, and is recorded", func(w *process) {
			w.add(2, context(), -1)
			w.add(2, decision(), -1, 0)
			w.draw = func(random *rand.Rand) ([]mining.Told, float64) {
				hard, chosen := random.IntN(2), 0
				if random.Float64() < .2+.6*float64(hard) {
					chosen = 1
				}
				return []mining.Told{known(0, hard), at(1, chosen, 5)}, .9 - .6*float64(hard)
			}
		}, nil, []mining.Item{item(1, 1)}, mining.NotSignificant},
		{"the plain counts say the opposite", func(w *process) {
			w.add(2, context(), -1)
			w.add(2, decision(), -1, 0)
			w.draw = func(random *rand.Rand) ([]mining.Told, float64) {
				hard, chosen := random.IntN(2), 0
				if random.Float64() < .1+.8*float64(hard) {
					chosen = 1
				}
				return []mining.Told{known(0, hard), at(1, chosen, 5)}, .8 - .6*float64(hard) + .15*float64(chosen)
			}
		}, nil, []mining.Item{item(1, 1)}, mining.Confounded},
		{"the trigger changes nothing", func(w *process) {
			w.add(2, context(), -1)
			w.add(2, decision(), -1)
			w.draw = func(random *rand.Rand) ([]mining.Told, float64) {
				chosen := random.IntN(2)
				return []mining.Told{known(0, random.IntN(2)), at(1, chosen, 5)}, .4 + .3*float64(chosen)
			}
		}, []mining.Item{item(0, 1)}, []mining.Item{item(1, 1)}, mining.Redundant},
		{"two triggers always hold together, and the longer says more", func(w *process) {
			w.add(3, context(), -1)
			w.add(2, context(), -1)
			w.add(2, decision(), -1)
			w.draw = func(random *rand.Rand) ([]mining.Told, float64) {
				first, second := random.IntN(3), 0
				if first == 0 || first == 1 && random.IntN(2) == 0 {
					second = 1
				}
				chosen := random.IntN(2)
				p := .5
				if first == 0 && second == 1 && chosen == 1 {
					p = .95
				}
				return []mining.Told{known(0, first), known(1, second), at(2, chosen, 5)}, p
			}
		}, []mining.Item{item(0, 0)}, []mining.Item{item(2, 1)}, mining.NotClosed},
		{"the other option says it", func(w *process) {
			w.add(2, decision(), -1)
			w.draw = func(random *rand.Rand) ([]mining.Told, float64) {
				chosen := random.IntN(2)
				return []mining.Told{at(0, chosen, 5)}, .6 + .3*float64(chosen)
			}
		}, nil, []mining.Item{item(0, 0)}, mining.Mirror},
		{"nothing decides the same way twice", func(w *process) {
			w.add(2, context(), -1)
			w.add(2, decision(), -1, 0)
			w.draw = func(random *rand.Rand) ([]mining.Told, float64) {
				always := random.IntN(2)
				return []mining.Told{known(0, always), at(1, always, 5)}, .2 + .6*float64(always)
			}
		}, nil, []mining.Item{item(1, 1)}, mining.NoComparison},
		{"wherever the trigger holds, all is decided by the action, and nothing goes well elsewhere", func(w *process) {
			w.add(2, context(), -1)
			w.add(2, decision(), -1)
			w.draw = func(random *rand.Rand) ([]mining.Told, float64) {
				place, chosen := random.IntN(2), random.IntN(2)
				return []mining.Told{known(0, place), at(1, chosen, 5)}, float64(place * chosen)
			}
		}, []mining.Item{item(0, 1)}, []mining.Item{item(1, 1)}, mining.Deterministic},
		{"steps after which less goes well", func(w *process) {
			w.add(2, event(), 0)
			w.add(2, event(), 0)
			w.draw = func(random *rand.Rand) ([]mining.Told, float64) {
				switch random.IntN(3) {
				case 0:
					return []mining.Told{at(0, 1, 1), at(1, 1, 2)}, .3
				case 1:
					return []mining.Told{at(0, 1, 2), at(1, 1, 1)}, .8
				default:
					return []mining.Told{at(0, 1, 1)}, .8
				}
			}
		}, nil, []mining.Item{item(0, 1), item(1, 1)}, mining.EndsBadly},
	} {
		t.Run(c.why, func(t *testing.T) {
			var w process
			c.make(&w)
			r, err := mining.Mine(t.Context(), w.rows(2_000), defaults())
			if err != nil {
				t.Fatal(err)
			}
			got := candidate(r, c.trigger, c.then)
			switch {
			case got == nil && r.Left[c.want] == 0:
				t.Errorf("is not looked at, left %v", r.Left)
			case got != nil && got.Left != c.want:
				t.Errorf("is left as %q: with %v, without %v, difference %.3f, p %.2g", got.Left, got.With, got.Without, got.Difference(), got.P)
			}
		})
	}
}

// TestMine_notLookedAt has processes in which a state must not be a trigger.
func TestMine_notLookedAt(t *testing.T) {
	for _, c := range []struct {
		why  string
		draw func(random *rand.Rand, works int) []mining.Told
		text int
		want mining.Reason
	}{
		{"it comes after the action", func(random *rand.Rand, works int) []mining.Told {
			return []mining.Told{at(0, works, 9), at(1, works, 5)}
		}, 0, mining.OrderUnknown},
		{"nobody knows when it came", func(random *rand.Rand, works int) []mining.Told {
			return []mining.Told{{Variable: 0, State: works}, at(1, works, 5)}
		}, 0, mining.OrderUnknown},
		{"it came at the same moment", func(random *rand.Rand, works int) []mining.Told {
			return []mining.Told{at(0, works, 5), at(1, works, 5)}
		}, 0, mining.OrderUnknown},
		{"it is called as the action is", func(random *rand.Rand, works int) []mining.Told {
			return []mining.Told{at(0, random.IntN(2), 1), at(1, works, 5)}
		}, 1, mining.SameThing},
		{"it holds in the episodes of the action", func(random *rand.Rand, works int) []mining.Told {
			return []mining.Told{at(0, works, 1), at(1, works, 5)}
		}, 0, mining.SameThing},
	} {
		t.Run(c.why, func(t *testing.T) {
			var w process
			w.add(2, mining.State{Trigger: true}, -1)
			w.add(2, mining.State{Action: true}, -1)
			w.in.Variables[0].Text, w.in.Variables[1].Text = c.text, 1
			w.draw = func(random *rand.Rand) ([]mining.Told, float64) {
				works := random.IntN(2)
				return c.draw(random, works), .3 + .4*float64(works)
			}
			r, err := mining.Mine(t.Context(), w.rows(1_000), defaults())
			if err != nil || r.Left[c.want] == 0 {
				t.Fatalf("left %v, %v", r.Left, err)
			}
			for _, one := range r.Candidates {
				if len(one.Trigger) > 0 && c.why != "it holds in the episodes of the action" {
					t.Errorf("%v is looked at", one.Trigger)
				}
				if len(one.Trigger) > 0 && one.Trigger[0].State == one.Action().State {
					t.Errorf("%v is looked at before %v", one.Trigger, one.Action())
				}
			}
		})
	}
}

// TestMine_outcomeUnderAnotherName: a state recorded exactly when an episode succeeds is neither an
// action nor a trigger.
func TestMine_outcomeUnderAnotherName(t *testing.T) {
	var w process
	w.add(2, decision(), -1)
	w.add(2, event(), 0)
	w.draw = func(random *rand.Rand) ([]mining.Told, float64) {
		told := []mining.Told{at(0, random.IntN(2), 1)}
		if random.IntN(2) == 0 {
			return told, 0
		}
		return append(told, at(1, 1, 2)), 1
	}
	r, err := mining.Mine(t.Context(), w.rows(1_000), defaults())
	if err != nil || r.Left[mining.Deterministic] != 1 {
		t.Fatalf("left %v, %v", r.Left, err)
	}
	for _, c := range r.Candidates {
		if c.Action().Variable == 1 {
			t.Errorf("%v is looked at", c.Then)
		}
	}
}

// TestMine_sequences: three steps succeed in one order only; that order is found, and no other.
func TestMine_sequences(t *testing.T) {
	var w process
	for range 4 {
		w.add(2, mining.State{After: true, Step: true}, 0)
	}
	w.draw = func(random *rand.Rand) ([]mining.Told, float64) {
		var told []mining.Told
		order := random.Perm(4)
		for v, place := range order {
			if random.IntN(10) > 0 {
				told = append(told, at(v, 1, int64(place)))
			}
		}
		p := .3
		if len(told) == 4 && order[0] < order[1] && order[1] < order[2] {
			p = .9
		}
		return told, p
	}
	r, err := mining.Mine(t.Context(), w.rows(3_000), defaults())
	if err != nil {
		t.Fatal(err)
	}
	if c := candidate(r, nil, []mining.Item{item(0, 1), item(1, 1), item(2, 1)}); c == nil || c.Left != "" || c.Worse {
		t.Errorf("the order is not found: %+v", c)
	}
	for _, c := range r.Promoted() {
		steps := c.Then
		for i, s := range steps[1:] {
			if s.Variable < steps[i].Variable && s.Variable < 3 && steps[i].Variable < 3 {
				t.Errorf("%v is promoted: with %v, without %v", steps, c.With, c.Without)
			}
		}
	}
	o := defaults()
	o.Steps = 1
	if r, err = mining.Mine(t.Context(), w.rows(3_000), o); err != nil || len(r.Candidates) != 0 {
		t.Errorf("%d candidates without sequences, %v", len(r.Candidates), err)
	}
}

// TestMine_recovery: what is done after an error is found, and what is done anyway is not.
func TestMine_recovery(t *testing.T) {
	var w process
	w.add(2, failure(), 0)
	w.in.Variables[0].States[0].Error = false
	w.add(2, mining.State{After: true}, 0)
	w.add(2, mining.State{After: true}, 0)
	w.draw = func(random *rand.Rand) ([]mining.Told, float64) {
		var told []mining.Told
		p := .9
		if random.IntN(2) == 0 {
			told, p = append(told, at(0, 1, int64(random.IntN(4)))), .3
		}
		for v := range 2 {
			if random.IntN(2) == 0 {
				told = append(told, at(1+v, 1, 5))
				if v == 0 && p == .3 {
					p = .7
				}
			}
		}
		return told, p
	}
	r, err := mining.Mine(t.Context(), w.rows(2_000), defaults())
	if err != nil {
		t.Fatal(err)
	}
	found := r.Promoted()
	if len(found) != 1 || !found[0].AfterError || found[0].Worse || found[0].Action() != item(1, 1) {
		t.Errorf("%d promoted, left %v", len(found), r.Left)
	}
	if len(r.Candidates) != 2 {
		t.Errorf("%d candidates, but only two things are done after errors", len(r.Candidates))
	}
}

func TestMine_ends(t *testing.T) {
	var w process
	w.add(2, decision(), -1)
	w.draw = func(random *rand.Rand) ([]mining.Told, float64) { return []mining.Told{at(0, 1, 1)}, 1 }
	r, err := mining.Mine(t.Context(), w.rows(100), defaults())
	if err != nil || len(r.Promoted()) != 0 || len(r.Candidates) != 1 || r.Candidates[0].Left != mining.NoComparison {
		t.Errorf("all the same: %v", r.Left)
	}
	if r, err = mining.Mine(t.Context(), mining.Input{}, defaults()); err != nil || len(r.Candidates) != 0 {
		t.Errorf("nothing: %v, %v", r, err)
	}
}

package questions_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/causeway-memory/causeway/tests/questions"
)

func answer(kind questions.Kind, want, found []string) questions.Answer {
	return questions.Answer{
		Question: questions.Question{Kind: kind, Episodes: want},
		Found:    questions.Found{Episodes: found},
	}
}

func TestQuality(t *testing.T) {
	many := []string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"}
	for name, c := range map[string]struct {
		why    string
		result questions.Result
		want   questions.Quality
	}{
		"nothing asked": {"no mean of nothing", nil, questions.Quality{}},
		"nothing found": {"a miss counts", questions.Result{answer("words", []string{"a"}, nil)}, questions.Quality{Questions: 1}},
		"at the edges": {
			"the fifth is within 5, the sixth is not; the eleventh is not within 10",
			questions.Result{answer("words", []string{"5"}, many), answer("words", []string{"6"}, many), answer("words", []string{"11"}, many)},
			questions.Quality{Questions: 3, RecallAt5: 1. / 3, RecallAt10: 2. / 3, MRR: (1./5 + 1./6 + 1./11) / 3},
		},
		"several": {
			"each labelled episode counts, the first decides the rank",
			questions.Result{answer("several", []string{"7", "3", "x", "y"}, many)},
			questions.Quality{Questions: 1, RecallAt5: .25, RecallAt10: .5, MRR: 1. / 3},
		},
		"no answer": {
			"what has no answer has no quality",
			questions.Result{answer("none", nil, many), answer("words", []string{"1"}, many)},
			questions.Quality{Questions: 1, RecallAt5: 1, RecallAt10: 1, MRR: 1},
		},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, c.result.Quality(), cmpopts.EquateApprox(0, 1e-9)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", c.why, diff)
			}
		})
	}
}

func TestSilence(t *testing.T) {
	none := func(score, share float64, found ...string) questions.Answer {
		return questions.Answer{
			Question: questions.Question{Kind: questions.KindNone},
			Found:    questions.Found{Episodes: found, Score: score, Share: share},
		}
	}
	with := answer("words", []string{"a"}, []string{"a"})
	with.Score, with.Share = 9, 1
	r := questions.Result{none(0, 0), none(3, .5, "a"), with, none(1, .2, "b"), none(2, .1, "c")}
	want := questions.Silence{
		Questions: 4, Empty: 1,
		Without: questions.Spreads{
			Score: questions.Spread{Least: 1, Middle: 2, Greatest: 3},
			Share: questions.Spread{Least: .1, Middle: .2, Greatest: .5},
		},
		With: questions.Spreads{Score: questions.Spread{Least: 9, Middle: 9, Greatest: 9}, Share: questions.Spread{Least: 1, Middle: 1, Greatest: 1}},
	}
	if diff := cmp.Diff(want, r.Silence()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestEvaluate(t *testing.T) {
	list := []questions.Question{{ID: "1", Kind: "words", Text: "x", Episodes: []string{"a"}}, {ID: "2", Kind: "time", Text: "y", Episodes: []string{"b"}}}
	r, err := questions.Evaluate(t.Context(), list, func(_ context.Context, text string) (questions.Found, error) {
		return questions.Found{Episodes: map[string][]string{"x": {"a"}}[text]}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if misses := r.Misses(10); len(misses) != 1 || misses[0].ID != "2" {
		t.Errorf("misses: %+v", misses)
	}
	if of := r.Of("words"); len(of) != 1 || of[0].ID != "1" {
		t.Errorf("of the kind: %+v", of)
	}
	broken := errors.New("broken")
	_, err = questions.Evaluate(t.Context(), list, func(context.Context, string) (questions.Found, error) { return questions.Found{}, broken })
	if !errors.Is(err, broken) {
		t.Errorf("a search that fails gave %v", err)
	}
}

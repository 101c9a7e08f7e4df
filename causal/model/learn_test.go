package model_test

import (
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/model"
)

func TestLearn_RefusesContradictoryData(t *testing.T) {
	observed := contribution.Contribution{Episode: "e1", Observations: []contribution.Observation{{Identity: causaltest.ParseFactor("u=a")}}}
	for _, c := range []struct {
		why, want string
		data      model.Data
	}{
		{"an episode twice", "\"e1\" occurs twice", model.Data{Episodes: []contribution.Contribution{{Episode: "e1"}, {Episode: "e1"}}}},
		{"an unknown factor", "\"u=a\"", model.Data{Episodes: []contribution.Contribution{observed}}},
	} {
		if _, err := model.Learn(c.data, []string{"u"}, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.why, err)
		}
	}
}

func TestLearn_LinksThatOverflow(t *testing.T) {
	data := model.Data{Variables: []factor.Variable{{Name: "v"}}}
	for range model.MaxModelLinks {
		data.Links = append(data.Links, link.FactorLink{Source: causaltest.ParseFactor("u=a"), Target: causaltest.ParseFactor("v=a"), Relation: "causes"})
	}
	for _, more := range []bool{false, true} {
		if more {
			data.Links = append(data.Links, link.FactorLink{Source: causaltest.ParseFactor("w=a"), Target: causaltest.ParseFactor("v=b"), Relation: "causes"})
		}
		m, err := model.Learn(data, []string{"v"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if truncated := m.Status == model.StatusTruncated; truncated != more {
			t.Errorf("with %d links the status is %q (%s)", len(data.Links), m.Status, m.Reason)
		}
	}
}

package model_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
)

func TestModel_OfAnotherProjectOfThatName(t *testing.T) {
	m := causaltest.NewProject(t)
	chain(m, 0, 1)
	before := of(m, "v").Derivation()
	if err := m.Store.PurgeProject(t.Context(), "p"); err != nil {
		t.Fatal(err)
	}
	if _, err := model.ProbeOf(t.Context(), m.Service.Model, "p", []string{"v"}, nil); !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("of a purged project: %v", err)
	}
	m.Write(chained(7, "no"))
	got := of(m, "v")
	if got.Derivation().Graph != before.Graph || !slices.Equal(got.Episodes(), []string{"ep-0007"}) {
		t.Errorf("graph %d, before %d, with %v", got.Derivation().Graph, before.Graph, got.Episodes())
	}
}

func TestModel_FewProjectsAreKept(t *testing.T) {
	m := causaltest.NewProject(t)
	p, err := intake.Prepare(chained(0, "yes"))
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for i := range model.MaxCachedProjects + 3 {
		project := fmt.Sprintf("p%02d", i)
		all = append(all, project)
		if _, err := m.Store.RecordEpisodes(t.Context(), project, []episodic.Prepared{p}, false, time.Now()); err != nil {
			t.Fatal(err)
		}
		for _, asked := range []string{project, all[0]} { // the first is asked about all the time
			if _, err := model.ProbeOf(t.Context(), m.Service.Model, asked, []string{"v"}, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	want := append([]string{all[0]}, all[len(all)-model.MaxCachedProjects+1:]...)
	if got := model.KeptProjects(m.Service.Model); !slices.Equal(got, want) {
		t.Errorf("kept are %v, want %v", got, want)
	}
}

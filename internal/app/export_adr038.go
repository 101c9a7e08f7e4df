package app

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/ingest/adr038"
	"github.com/causeway-memory/causeway/internal/ingest/notes"
	"github.com/causeway-memory/causeway/patterns"
)

// ADR038Report counts what an export in the form of earlier tools wrote.
type ADR038Report struct {
	Episodes, Nodes, Edges, Patterns int
	// Lacking are the episodes that do not fit the published schema.
	Lacking []Lacking
}

// Lacking says why an episode does not fit the published schema.
type Lacking struct {
	Episode string
	Reasons []string
}

// ExportADR038 passes the files of earlier tools to write, with their paths below the folder.
func ExportADR038(
	ctx context.Context, cfg config.Config, project string, write writeFile, log *slog.Logger, progress func(done, total int),
) (ADR038Report, error) {
	a, err := Connect(ctx, cfg, log)
	if err != nil {
		return ADR038Report{}, err
	}
	defer a.Close()
	return a.exportADR038(ctx, project, write, progress)
}

func (a *App) exportADR038(ctx context.Context, project string, write writeFile, progress func(done, total int)) (ADR038Report, error) {
	sessions := map[string]string{}
	if err := a.eachEpisode(ctx, project, progress, func(e episodic.Episode) error {
		sessions[e.ID] = e.Session
		return nil
	}); err != nil {
		return ADR038Report{}, err
	}
	var report ADR038Report
	titles := notes.NewTitles(sessions)
	err := a.eachEpisode(ctx, project, progress, func(e episodic.Episode) error {
		file, err := adr038.WriteEpisode(e, "episodes/"+titles.Name(e.ID)+".json")
		if err != nil {
			return err
		}
		report.Episodes++
		if len(file.Lacks) > 0 {
			report.Lacking = append(report.Lacking, Lacking{e.ID, file.Lacks})
		}
		return write(file.Name, file.Content)
	})
	if err != nil {
		return report, err
	}
	graph := adr038.NewGraph(time.Now())
	if err := a.fillGraph(ctx, project, graph, progress); err != nil {
		return report, err
	}
	report.Nodes, report.Edges, report.Patterns = len(graph.Nodes), len(graph.Edges), len(graph.Patterns)
	content, err := graph.Bytes()
	if err != nil {
		return report, err
	}
	return report, write("causality/causal-graph.json", content)
}

// fillGraph adds the factors, links and patterns in use of a project.
func (a *App) fillGraph(ctx context.Context, project string, graph *adr038.Graph, progress func(done, total int)) error {
	total, err := a.Causes.Layer.CountFactors(ctx, layer.FactorQuery{Project: project})
	if err != nil {
		return err
	}
	done := 0
	for f, err := range episodic.Items(episodic.MaxPage, func(page episodic.Page) ([]factor.Factor, error) {
		return a.Causes.Layer.Factors(ctx, layer.FactorQuery{Project: project, Page: page})
	}, func(f factor.Factor) string { return f.Key() }) {
		if err != nil {
			return err
		}
		episodes, err := a.episodesOf(ctx, project, f)
		if err != nil {
			return err
		}
		graph.AddFactor(f, episodes)
		done++
		progress(done, max(total, done))
	}
	for l, err := range episodic.Items(episodic.MaxPage, func(page episodic.Page) ([]link.FactorLink, error) {
		return a.Causes.Layer.FactorLinks(ctx, layer.FactorLinkQuery{Project: project, Page: page})
	}, func(l link.FactorLink) string { return l.Key }) {
		if err != nil {
			return err
		}
		graph.AddLink(l)
	}
	known, keys, err := a.allPatterns(ctx, project)
	if err != nil {
		return err
	}
	for _, key := range keys {
		if known[key].Status == patterns.StatusDeprecated {
			continue
		}
		trials, err := a.trialsOf(ctx, project, key)
		if err != nil {
			return err
		}
		var episodes []string
		for _, t := range trials {
			episodes = append(episodes, t.Episode)
		}
		graph.AddPattern(known[key], episodes)
	}
	return nil
}

// episodesOf returns the ids of the episodes in which a factor occurs.
func (a *App) episodesOf(ctx context.Context, project string, f factor.Factor) ([]string, error) {
	var out []string
	for o, err := range episodic.Items(episodic.MaxPage, func(page episodic.Page) ([]episodic.Occurrence, error) {
		return a.Causes.Layer.Instances(ctx, project, f.Key(), page)
	}, func(o episodic.Occurrence) string { return o.Key }) {
		if err != nil {
			return nil, fmt.Errorf("read the occurrences of %q: %w", f.Label(), err)
		}
		out = append(out, o.Episode)
	}
	slices.SortFunc(out, strings.Compare)
	return slices.Compact(out), nil
}

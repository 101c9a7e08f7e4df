package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/archive"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/problem"
)

// Validity says whether what a project holds is whole (seed 003).
type Validity struct {
	Project        string         `json:"project"`
	Episodes       Validated      `json:"episodes"`
	Patterns       Validated      `json:"patterns"`
	GraphIntegrity GraphIntegrity `json:"graphIntegrity"`
}

// Broken reports whether anything is not as it should be.
func (v Validity) Broken() bool {
	return len(v.Episodes.Issues)+len(v.Patterns.Issues)+len(v.GraphIntegrity.BrokenLinks) > 0
}

// Validated counts things and says what is wrong with those that are not valid.
type Validated struct {
	Total  int     `json:"total"`
	Valid  int     `json:"valid"`
	Issues []Issue `json:"issues"`
}

// Issue is one thing that is wrong.
type Issue struct {
	// Name is the id of the episode or the name of the pattern.
	Name string `json:"name"`
	// Path is the place in it, empty if it is wrong as a whole.
	Path    string `json:"path,omitempty"`
	Message string `json:"message"`
}

// GraphIntegrity counts the links that episodes and patterns state, and lists those of which an end is
// missing.
type GraphIntegrity struct {
	TotalEdges  int          `json:"totalEdges"`
	ValidEdges  int          `json:"validEdges"`
	BrokenLinks []BrokenLink `json:"brokenLinks"`
}

// BrokenLink is a link with an end that is not there.
type BrokenLink struct {
	Source string `json:"source"`
	Target string `json:"target"`
	Type   string `json:"type"`
}

// Validate reads every present episode and every pattern of a project: whether the content fits its hash
// and the rules, and whether both ends of each stated link exist.
func Validate(ctx context.Context, cfg config.Config, project string, log *slog.Logger, progress func(done, total int)) (Validity, error) {
	a, err := Connect(ctx, cfg, log)
	if err != nil {
		return Validity{}, err
	}
	defer a.Close()
	v := &validating{app: a, project: project, away: map[string][]BrokenLink{}}
	v.report.Project = project
	v.report.Episodes.Issues, v.report.Patterns.Issues = []Issue{}, []Issue{}
	v.report.GraphIntegrity.BrokenLinks = []BrokenLink{}
	if err := errors.Join(v.episodes(ctx, progress), v.patterns(ctx)); err != nil {
		return Validity{}, err
	}
	if err := v.ends(ctx); err != nil {
		return Validity{}, err
	}
	g := &v.report.GraphIntegrity
	slices.SortFunc(g.BrokenLinks, func(a, b BrokenLink) int {
		return cmp.Or(cmp.Compare(a.Source, b.Source), cmp.Compare(a.Type, b.Type), cmp.Compare(a.Target, b.Target))
	})
	g.ValidEdges = g.TotalEdges - len(g.BrokenLinks)
	return v.report, nil
}

// validating is one running validation.
type validating struct {
	app     *App
	project string
	report  Validity
	// away are the links by the end that lies in another episode.
	away map[string][]BrokenLink
}

func (v *validating) episodes(ctx context.Context, progress func(done, total int)) error {
	e := &v.report.Episodes
	o := archive.ExportOptions{Project: v.project, Damaged: func(id string) {
		e.Total++
		e.Issues = append(e.Issues, Issue{Name: id, Message: "the content does not fit its hash: the store is damaged"})
	}}
	_, err := v.app.Episodes.Archive.Export(ctx, o, func(line []byte) error {
		e.Total++
		p, _, err := archive.ReadExport(line)
		if err != nil {
			e.Issues = append(e.Issues, issuesOf(p.Episode.ID, err)...)
			return nil
		}
		e.Valid++
		v.links(p.Episode)
		return nil
	}, progress)
	return err
}

// issuesOf returns each rule that something breaks.
func issuesOf(name string, err error) []Issue {
	var invalid *problem.InvalidError
	if !errors.As(err, &invalid) {
		return []Issue{{Name: name, Message: err.Error()}}
	}
	var out []Issue
	for _, p := range invalid.Problems {
		out = append(out, Issue{Name: name, Path: p.Path, Message: p.Message})
	}
	return out
}

// links counts the links of an episode and remembers those into others. The ends within it exist: no
// episode is valid otherwise.
func (v *validating) links(e episodic.Episode) {
	for _, l := range e.Links {
		v.report.GraphIntegrity.TotalEdges++
		source, target := episodic.OccurrenceKey(e.ID, l.Source), episodic.OccurrenceKey(e.ID, l.Target)
		for end, key := range map[string]string{l.Source: source, l.Target: target} {
			if end == key { // a key of another episode
				v.away[key] = append(v.away[key], BrokenLink{source, target, string(l.Relation)})
			}
		}
	}
}

// ends finds the links of which the other end is not recorded.
func (v *validating) ends(ctx context.Context) error {
	keys := make([]string, 0, len(v.away))
	for key := range v.away {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for chunk := range slices.Chunk(keys, 500) {
		found, err := v.app.Episodes.Reading.FetchOccurrences(ctx, v.project, chunk)
		if err != nil {
			return fmt.Errorf("read the ends of links: %w", err)
		}
		there := map[string]bool{}
		for _, o := range found {
			there[o.Key] = true
		}
		for _, key := range chunk {
			if !there[key] {
				v.report.GraphIntegrity.BrokenLinks = append(v.report.GraphIntegrity.BrokenLinks, v.away[key]...)
			}
		}
	}
	return nil
}

func (v *validating) patterns(ctx context.Context) error {
	known, keys, err := v.app.allPatterns(ctx, v.project)
	if err != nil {
		return err
	}
	report, g := &v.report.Patterns, &v.report.GraphIntegrity
	for _, key := range keys {
		p := known[key]
		report.Total++
		issues := []Issue{}
		if err := p.Validate(); err != nil {
			issues = issuesOf(p.Name, err)
		}
		for i, r := range p.Related {
			if _, there := known[r.Pattern]; !there {
				issues = append(issues, Issue{p.Name, fmt.Sprintf("related[%d]", i), fmt.Sprintf("there is no pattern %q", r.Pattern)})
			}
		}
		if len(issues) == 0 {
			report.Valid++
		}
		report.Issues = append(report.Issues, issues...)
		for _, l := range p.Leads {
			g.TotalEdges++
			if _, there := known[l.Pattern]; l.Pattern != "" && !there {
				g.BrokenLinks = append(g.BrokenLinks, BrokenLink{p.Name, cmp.Or(l.Name, l.Pattern), string(l.Relation)})
			}
		}
	}
	return nil
}

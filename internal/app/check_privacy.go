package app

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"slices"

	"github.com/causeway-memory/causeway/episodic/archive"
	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/privacy"
)

// PrivacyReport says what a project holds of personal data and secrets: how much of which kind and where, never what.
type PrivacyReport struct {
	Project string `json:"project"`
	// Contents is the number of contents of episodes that were looked at, earlier revisions included, Events that of
	// execution events.
	Contents int `json:"contents"`
	Events   int `json:"events"`
	// Counts are those of everything.
	Counts privacy.Counts `json:"counts"`
	// Findings are the episodes in which something is, in the order of their keys, then the events, in the order in which
	// they came. All revisions of an episode count together.
	Findings []PrivacyFinding `json:"findings"`
}

// PrivacyFinding is an episode or an execution event in which something is.
type PrivacyFinding struct {
	Episode string         `json:"episode,omitempty"`
	Event   string         `json:"event,omitempty"`
	Counts  privacy.Counts `json:"counts"`
}

// eventsAtOnce is how many execution events are read at once.
const eventsAtOnce = 500

// CheckPrivacy looks for personal data and secrets in everything that a project holds, or every project if project is
// empty, and changes nothing.
func CheckPrivacy(ctx context.Context, cfg config.Config, project string, log *slog.Logger) ([]PrivacyReport, error) {
	rules, err := privacy.New(cfg.Privacy.Pattern)
	if err != nil {
		return nil, err
	}
	a, err := Connect(ctx, cfg, log)
	if err != nil {
		return nil, err
	}
	defer a.Close()
	names := []string{project}
	if project == "" {
		if names, err = a.projectNames(ctx); err != nil {
			return nil, err
		}
	}
	reports := make([]PrivacyReport, 0, len(names))
	for _, name := range names {
		report, err := a.checkPrivacy(ctx, rules, name)
		if err != nil {
			return nil, fmt.Errorf("look for personal data in %s: %w", name, err)
		}
		reports = append(reports, report)
	}
	return reports, nil
}

func (a *App) checkPrivacy(ctx context.Context, rules *privacy.Rules, project string) (PrivacyReport, error) {
	report := PrivacyReport{Project: project, Counts: privacy.Counts{}, Findings: []PrivacyFinding{}}
	episodes := map[string]privacy.Counts{}
	_, err := a.Episodes.Archive.Export(ctx, archive.ExportOptions{Project: project, Revisions: true}, func(line []byte) error {
		var content struct {
			Episode json.RawMessage `json:"episode"`
		}
		var id struct {
			ID string `json:"id"`
		}
		if err := json.Unmarshal(line, &content); err != nil {
			return err
		}
		if err := json.Unmarshal(content.Episode, &id); err != nil {
			return err
		}
		report.Contents++
		_, found, err := rules.JSON(content.Episode, privacy.PolicyRedact)
		if len(found) > 0 {
			if episodes[id.ID] == nil {
				episodes[id.ID] = privacy.Counts{}
			}
			episodes[id.ID].Add(found)
		}
		return err
	}, nil)
	if err != nil {
		return report, err
	}
	for _, id := range slices.Sorted(maps.Keys(episodes)) {
		report.add(PrivacyFinding{Episode: id, Counts: episodes[id]})
	}
	return report, a.checkEventPrivacy(ctx, rules, &report)
}

// checkEventPrivacy looks at the execution events of a project.
func (a *App) checkEventPrivacy(ctx context.Context, rules *privacy.Rules, report *PrivacyReport) error {
	for q := (execution.Query{Project: report.Project, Limit: eventsAtOnce}); ; {
		page, err := a.engines.graph.ListEvents(ctx, q)
		if err != nil {
			return err
		}
		for _, e := range page {
			_, found, err := rules.JSON(e.Data, privacy.PolicyRedact)
			if err != nil {
				return fmt.Errorf("read event %s: %w", e.ID, err)
			}
			for _, text := range []string{e.Task, e.Workflow} {
				_, more := rules.Redact(text)
				found.Add(more)
			}
			report.Events++
			if len(found) > 0 {
				report.add(PrivacyFinding{Event: e.ID, Counts: found})
			}
		}
		if len(page) < q.Limit {
			return nil
		}
		q.After = execution.Place{Sequence: page[len(page)-1].Sequence}
	}
}

func (r *PrivacyReport) add(f PrivacyFinding) {
	r.Counts.Add(f.Counts)
	r.Findings = append(r.Findings, f)
}

// Name is the episode or the event.
func (f PrivacyFinding) Name() string { return cmp.Or(f.Episode, "event "+f.Event) }

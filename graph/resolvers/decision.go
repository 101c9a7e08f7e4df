package resolvers

import (
	"cmp"
	"context"
	"fmt"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/internal/allowance"
)

type decisionResolver struct{ occurrence[*model.Decision] }

// decided reads what an episode says of a decision beyond what all occurrences have; with an error it is an empty
// decision. Each element of a list is asked in a goroutine of its own, whose stack would have to grow for copies.
func decided(ctx context.Context, d *model.Decision) (*episodic.Decision, error) {
	e, err := holderOf(ctx, d.Happening)
	if err != nil {
		return &episodic.Decision{}, err
	}
	if all := e.Episode.Decisions; d.Position < len(all) && all[d.Position].ID == d.ShortID() {
		return &all[d.Position], nil
	}
	return &episodic.Decision{}, gone(d.Key)
}

func (decisionResolver) ReportedType(ctx context.Context, d *model.Decision) (*string, error) {
	found, err := decided(ctx, d)
	return unlessEmpty(found.ReportedType), err
}

func (decisionResolver) ReportedOutcome(ctx context.Context, d *model.Decision) (*string, error) {
	found, err := decided(ctx, d)
	return unlessEmpty(found.ReportedOutcome), err
}

func (decisionResolver) ReportedFactor(ctx context.Context, d *model.Decision) (*string, error) {
	found, err := decided(ctx, d)
	return unlessEmpty(found.Factor), err
}

func (decisionResolver) Actor(ctx context.Context, d *model.Decision) (*string, error) {
	found, err := decided(ctx, d)
	return unlessEmpty(found.Actor), err
}

func (decisionResolver) Context(ctx context.Context, d *model.Decision) (*string, error) {
	found, err := decided(ctx, d)
	return unlessEmpty(found.Context), err
}

func (decisionResolver) Options(ctx context.Context, d *model.Decision) ([]string, error) {
	found, err := decided(ctx, d)
	return found.Options, err
}

func (decisionResolver) Chosen(ctx context.Context, d *model.Decision) (*string, error) {
	found, err := decided(ctx, d)
	return unlessEmpty(found.Chosen), err
}

func (decisionResolver) Rationale(ctx context.Context, d *model.Decision) (*string, error) {
	found, err := decided(ctx, d)
	return unlessEmpty(found.Rationale), err
}

// Instead asks what runs of the same task decided.
func (r decisionResolver) Instead(ctx context.Context, d *model.Decision) ([]model.Decision, error) {
	found, err := allowance.Read(ctx, func(ctx context.Context) ([]string, error) {
		return r.episodes.Decisive.Instead(ctx, d.Project, d.Occurrence.Episode, d.ShortID())
	})
	out := []model.Decision{}
	for _, key := range found {
		o, loadErr := loadOccurrence(ctx, d.Project, key)
		if decision, is := o.(model.Decision); is {
			out = append(out, decision)
		}
		err = cmp.Or(err, loadErr)
	}
	return out, err
}

type event struct{ occurrence[*model.Event] }

// happened reads what an episode says of an event beyond what all occurrences have; with an error it is an empty event.
func happened(ctx context.Context, v *model.Event) (*episodic.Event, error) {
	e, err := holderOf(ctx, v.Happening)
	if err != nil {
		return &episodic.Event{}, err
	}
	if all := e.Episode.Events; v.Position < len(all) && all[v.Position].ID == v.ShortID() {
		return &all[v.Position], nil
	}
	return &episodic.Event{}, gone(v.Key)
}

func (event) ReportedType(ctx context.Context, v *model.Event) (*string, error) {
	found, err := happened(ctx, v)
	return unlessEmpty(found.ReportedType), err
}

func (event) ReportedFactor(ctx context.Context, v *model.Event) (*string, error) {
	found, err := happened(ctx, v)
	return unlessEmpty(found.Factor), err
}

func (event) Actor(ctx context.Context, v *model.Event) (*string, error) {
	found, err := happened(ctx, v)
	return unlessEmpty(found.Actor), err
}

func (event) Content(ctx context.Context, v *model.Event) (string, error) {
	found, err := happened(ctx, v)
	return found.Content, err
}

// holderOf returns the episode that holds an occurrence.
func holderOf(ctx context.Context, h model.Happening) (*model.Episode, error) {
	if h.Whole != nil {
		return h.Whole, nil
	}
	e, err := loadEpisode(ctx, h.Project, h.Occurrence.Episode)
	return &e, err
}

// gone is the answer when an episode was revised between two reads of one query.
func gone(key string) error {
	return fmt.Errorf("occurrence %q: %w", key, episodic.ErrNotFound)
}

// unlessEmpty returns nil for the empty text, which stands for unknown in the domain.
func unlessEmpty(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

package model

import (
	"encoding/json"
	"fmt"

	"github.com/causeway-memory/causeway/causal/dependents"
)

// Dependents is what rests on a thing as the schema shows it.
type Dependents struct {
	// Known says whether anything of that name is there.
	Known bool `json:"known"`
	// Note says it in words.
	Note string `json:"note"`
	// All are in the order of kinds, then by key.
	All []dependents.Dependent `json:"all"`
}

// Total counts all of them.
func (d Dependents) Total() int { return len(d.All) }

// Items are some of them.
func (d Dependents) Items(first *int, offset int) ([]Dependent, error) {
	part, err := Part(d.All, first, offset)
	if err != nil {
		return nil, err
	}
	out := make([]Dependent, len(part))
	for i, one := range part {
		out[i] = Dependent{one}
	}
	return out, nil
}

// Dependent is one thing that rests on another as the schema shows it.
type Dependent struct{ dependents.Dependent }

// Before returns nothing for what has no figures.
func (d Dependent) Before() (json.RawMessage, error) { return figures(d.Dependent.Before) }

// After returns nothing for what has no figures, or is no more.
func (d Dependent) After() (json.RawMessage, error) { return figures(d.Dependent.After) }

func figures(f dependents.Figures) (json.RawMessage, error) {
	if f == nil {
		return nil, nil
	}
	out, err := json.Marshal(f)
	if err != nil {
		return nil, fmt.Errorf("write figures: %w", err)
	}
	return out, nil
}

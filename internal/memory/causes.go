package memory

import (
	"time"

	"github.com/causeway-memory/causeway/causal/change"
	"github.com/causeway-memory/causeway/causal/counterfactual"
	"github.com/causeway-memory/causeway/causal/curate"
	"github.com/causeway-memory/causeway/causal/decision"
	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/doubt"
	"github.com/causeway-memory/causeway/causal/effect"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/mechanism"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/causal/naming"
	"github.com/causeway-memory/causeway/causal/paths"
	"github.com/causeway-memory/causeway/causal/trace"
	"github.com/causeway-memory/causeway/internal/explain"
)

// CauseParts are what [Causes] are made of.
type CauseParts struct {
	// Links searches the links between occurrences, Occurrences finds their ends.
	Links       trace.Store
	Occurrences layer.Occurrences
	// Factors keeps the factor layer, Tokens measures texts that explain. Without them nothing
	// about factors is asked.
	Factors derive.Store
	Tokens  explain.Tokens
}

// Causes are the services about why.
type Causes struct {
	Trace          *trace.Service
	Layer          *layer.Service
	Derive         *derive.Service
	Paths          *paths.Service
	Curate         *curate.Service
	Model          *model.Service
	Mechanism      *mechanism.Service
	Doubt          *doubt.Service
	Change         *change.Service
	Effect         *effect.Service
	Decision       *decision.Service
	Counterfactual *counterfactual.Service
}

// NewCauses returns the services over their parts; now says when something is recorded.
func NewCauses(p CauseParts, now func() time.Time) *Causes {
	c := &Causes{
		Trace: trace.New(p.Links, p.Occurrences, p.Tokens),
		Layer: layer.New(p.Factors, p.Occurrences, p.Tokens),
	}
	c.Derive = derive.New(p.Factors, p.Occurrences, c.Layer, now)
	c.Paths = paths.New(p.Factors, p.Occurrences, c.Layer, p.Tokens)
	c.Curate = curate.New(p.Factors, p.Occurrences, c.Layer)
	c.Model = model.New(p.Factors, c.Layer)
	c.Mechanism = mechanism.New(c.Layer, c.Model)
	c.Doubt = doubt.New(c.Layer, c.Model)
	names := naming.New(p.Factors, p.Occurrences, c.Layer)
	c.Change = change.New(names, c.Layer, c.Model)
	c.Effect = effect.New(names, c.Layer, c.Model, c.Doubt, p.Tokens)
	c.Decision = decision.New(p.Factors, p.Occurrences, c.Layer, c.Effect, p.Tokens)
	c.Counterfactual = counterfactual.New(p.Factors, p.Occurrences, c.Layer, c.Trace, c.Model, c.Effect, c.Doubt, p.Tokens)
	return c
}

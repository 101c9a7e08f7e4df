package derive

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"iter"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
)

// fingerprintPage is the number of rows read at a time, fingerprintTries how often the fingerprint
// starts over because the layer changed meanwhile.
const (
	fingerprintPage  = 1000
	fingerprintTries = 5
)

// Fingerprint returns a hash over the factors, variables and links of a project with all their
// numbers: equal layers have equal fingerprints on every engine. It returns ErrProjectNotFound, and
// an error that wraps [episodic.ErrConflict] if the layer keeps changing.
func (s *Service) Fingerprint(ctx context.Context, project string) (string, error) {
	for range fingerprintTries {
		before, err := s.layer.Derivation(ctx, project)
		if err != nil {
			return "", err
		}
		sum, err := s.fingerprint(ctx, project)
		if err != nil {
			return "", fmt.Errorf("take the fingerprint of project %q: %w", project, err)
		}
		after, err := s.layer.Derivation(ctx, project)
		if err != nil {
			return "", err
		}
		if before.Graph == after.Graph {
			return sum, nil
		}
	}
	return "", fmt.Errorf("the factors of project %q keep changing: %w", project, episodic.ErrConflict)
}

func (s *Service) fingerprint(ctx context.Context, project string) (string, error) {
	h := sha256.New()
	out := json.NewEncoder(h) // one JSON value per row
	err := encode(out, episodic.Items(fingerprintPage, func(page episodic.Page) ([]factor.Factor, error) {
		return s.factors.ListFactors(ctx, layer.FactorQuery{Project: project, Page: page})
	}, factor.Factor.Key))
	if err != nil {
		return "", err
	}
	err = encode(out, episodic.Items(fingerprintPage, func(page episodic.Page) ([]link.FactorLink, error) {
		links, err := s.factors.ListFactorLinks(ctx, layer.FactorLinkQuery{Project: project, Page: page})
		for i := range links {
			links[i].Measure = link.Measure{} // computed from the counts
		}
		return links, err
	}, func(l link.FactorLink) string { return l.Key }))
	if err != nil {
		return "", err
	}
	variables, err := s.factors.ListVariables(ctx, project, nil)
	if err != nil {
		return "", err
	}
	for _, v := range variables {
		if err := out.Encode(v); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), nil
}

// encode writes rows until the first error.
func encode[T any](out *json.Encoder, rows iter.Seq2[T, error]) error {
	for row, err := range rows {
		if err == nil {
			err = out.Encode(row)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

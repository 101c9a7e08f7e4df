package derive

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"

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
	err := everyPage(func(after string) (string, int, error) {
		page, err := s.factors.ListFactors(ctx, layer.FactorQuery{Project: project, Page: episodic.Page{Limit: fingerprintPage, After: after}})
		if err != nil || len(page) == 0 {
			return "", 0, err
		}
		return page[len(page)-1].Key(), len(page), digest(h, page)
	})
	if err != nil {
		return "", err
	}
	err = everyPage(func(after string) (string, int, error) {
		page, err := s.factors.ListFactorLinks(ctx, layer.FactorLinkQuery{Project: project, Page: episodic.Page{Limit: fingerprintPage, After: after}})
		if err != nil || len(page) == 0 {
			return "", 0, err
		}
		for i := range page {
			page[i].Measure = link.Measure{} // computed from the counts
		}
		return page[len(page)-1].Key, len(page), digest(h, page)
	})
	if err != nil {
		return "", err
	}
	variables, err := s.factors.ListVariables(ctx, project, nil)
	if err != nil {
		return "", err
	}
	if err := digest(h, variables); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), nil
}

// everyPage reads pages until one is short.
func everyPage(read func(after string) (last string, n int, err error)) error {
	for after := ""; ; {
		last, n, err := read(after)
		if err != nil || n < fingerprintPage {
			return err
		}
		after = last
	}
}

// digest adds rows to a hash, one JSON value per row.
func digest[T any](h hash.Hash, rows []T) error {
	encoder := json.NewEncoder(h)
	for _, row := range rows {
		if err := encoder.Encode(row); err != nil {
			return err
		}
	}
	return nil
}

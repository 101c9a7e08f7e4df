package recall

import (
	"context"
	"fmt"

	"github.com/causeway-memory/causeway/episodic"
)

// mostlyMeaning is the weight of vectors from which a question goes by meaning more than by words.
const mostlyMeaning = .5

// meant returns the place of the text that is nearest to what a question means. It is nil for a question that goes by its words, and where a
// vector takes more than microseconds.
type meant func(texts []episodic.EmbedText) (at int, known bool)

// nearest is the place of the nearest text, if it is known.
func (m meant) nearest(texts []episodic.EmbedText) (at int, known bool) {
	if m == nil {
		return 0, false
	}
	return m(texts)
}

// meantBy returns what a question with a vector of a generation means.
func (s *Service) meantBy(ctx context.Context, project string, g episodic.Generation, vector []float32) (meant, error) {
	m, err := s.index.Model(ctx, project, g)
	if err != nil {
		return nil, fmt.Errorf("load the model of %s: %w", project, err)
	}
	if !m.Instant() || vector == nil {
		return nil, nil
	}
	return func(texts []episodic.EmbedText) (at int, known bool) {
		vectors, err := m.Embed(ctx, texts)
		if err != nil {
			return 0, false
		}
		most := float64(leastSimilarity)
		for i, v := range vectors {
			if c := episodic.Cosine(v, vector); c > most {
				at, known, most = i, true, c
			}
		}
		return at, known
	}, nil
}

package workflow

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic/execution"
)

// topKeys is how many keys a report names.
const topKeys = 10

// Health says how well context keys tell contexts apart.
type Health struct {
	// Keys is the number of context keys, Collisions how many of them stand for two or more different
	// contexts.
	Keys, Collisions int
	// TopKeys are the keys with the most contexts, most first.
	TopKeys []KeyHealth
	// SplitBy is the name, beyond those of the key, that would tell most of these contexts apart; empty
	// if there are no collisions.
	SplitBy string
	execution.Size
}

// Rate returns the share of keys that collide; 0 without keys.
func (h Health) Rate() float64 {
	if h.Keys == 0 {
		return 0
	}
	return float64(h.Collisions) / float64(h.Keys)
}

// KeyHealth is how many different contexts and events a key stands for.
type KeyHealth struct {
	Key              string
	Contexts, Events int
}

// Health reports on the context keys of a project. It returns ErrProjectNotFound.
func (s *Service) Health(ctx context.Context, project string) (Health, error) {
	found, err := s.parts.Store.ListContexts(ctx, project)
	if err = s.known(ctx, project, len(found), err); err != nil {
		return Health{}, fmt.Errorf("look at the contexts of %s: %w", project, err)
	}
	sizes, err := s.parts.Store.CountEvents(ctx, []string{project})
	if err != nil {
		return Health{}, err
	}
	h := healthOf(found)
	h.Size = sizes[project]
	return h, nil
}

// keyContexts are the different contexts of one key, by their canonical form.
type keyContexts struct {
	contexts map[string]map[string]string
	events   int
}

// healthOf reports on contexts. Contexts that differ in case or space are one.
func healthOf(found []execution.ContextCount) Health {
	keys := map[string]*keyContexts{}
	for _, c := range found {
		k := keys[c.Key]
		if k == nil {
			k = &keyContexts{contexts: map[string]map[string]string{}}
			keys[c.Key] = k
		}
		names := map[string]string{}
		for name, value := range readContext(c.Context) {
			names[name] = execution.Fold(value)
		}
		k.contexts[fmt.Sprint(names)] = names
		k.events += c.Events
	}
	h := Health{Keys: len(keys), SplitBy: splitBy(keys)}
	for key, k := range keys {
		if len(k.contexts) > 1 {
			h.Collisions++
		}
		h.TopKeys = append(h.TopKeys, KeyHealth{Key: key, Contexts: len(k.contexts), Events: k.events})
	}
	slices.SortFunc(h.TopKeys, func(a, b KeyHealth) int {
		return cmp.Or(cmp.Compare(b.Contexts, a.Contexts), cmp.Compare(b.Events, a.Events), cmp.Compare(a.Key, b.Key))
	})
	h.TopKeys = h.TopKeys[:min(len(h.TopKeys), topKeys)]
	return h
}

// splitBy returns the name whose values tell most contexts of the same keys apart; of equal ones the
// first.
func splitBy(keys map[string]*keyContexts) string {
	apart := map[string]int{}
	for _, k := range keys {
		for _, name := range namesOf(k.contexts) {
			different := map[string]bool{}
			for _, names := range k.contexts {
				different[names[name]] = true // a name that is missing is empty
			}
			apart[name] += len(different) - 1
		}
	}
	best := ""
	for _, name := range slices.Sorted(maps.Keys(apart)) {
		if apart[name] > apart[best] {
			best = name
		}
	}
	return best
}

// namesOf returns the names of contexts beyond those of the key.
func namesOf(contexts map[string]map[string]string) []string {
	all := map[string]bool{}
	for _, names := range contexts {
		for name := range names {
			all[name] = !slices.Contains(execution.KeyNames(), name)
		}
	}
	maps.DeleteFunc(all, func(_ string, beyond bool) bool { return !beyond })
	return slices.Sorted(maps.Keys(all))
}

// readContext reads a context as stored; empty means that the event had none.
func readContext(stored string) map[string]any {
	if stored == "" {
		return nil
	}
	var out map[string]any
	decoder := json.NewDecoder(strings.NewReader(stored))
	decoder.UseNumber()
	if err := decoder.Decode(&out); err != nil {
		return nil
	}
	return out
}

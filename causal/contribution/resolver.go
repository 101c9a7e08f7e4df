package contribution

import (
	"github.com/causeway-memory/causeway/causal/factor"
)

// Resolver applies merges and splits to factors. Build one to resolve many factors.
type Resolver struct {
	// into maps a merged factor to the end of its chain of merges.
	into map[factor.Identity]factor.Identity
	// splits maps a raw factor and a split text to the factor that the text has instead.
	splits map[factor.Identity]map[string]factor.Identity
}

// Resolver prepares the rules for lookup.
func (r Rules) Resolver() Resolver {
	out := Resolver{into: r.ends()}
	if len(r.Splits) > 0 {
		out.splits = map[factor.Identity]map[string]factor.Identity{}
	}
	for _, s := range r.Splits {
		if out.splits[s.From] == nil {
			out.splits[s.From] = map[string]factor.Identity{}
		}
		text := splitText(s.Text)
		if _, known := out.splits[s.From][text]; !known {
			out.splits[s.From][text] = s.Into
		}
	}
	return out
}

// Merged returns the factor that i was merged into, or i itself.
func (r Resolver) Merged(i factor.Identity) factor.Identity {
	if end, merged := r.into[i]; merged {
		return end
	}
	return i
}

// Apply returns the factor of an occurrence with the given text after splits and merges.
func (r Resolver) Apply(raw factor.Identity, text string) factor.Identity {
	if texts := r.splits[raw]; texts != nil {
		if into, split := texts[splitText(text)]; split {
			raw = into
		}
	}
	return r.Merged(raw)
}

// ends maps each merged factor to the end of its chain of merges.
func (r Rules) ends() map[factor.Identity]factor.Identity {
	if len(r.Merges) == 0 {
		return nil
	}
	into := make(map[factor.Identity]factor.Identity, len(r.Merges))
	for _, m := range r.Merges {
		into[m.From] = m.Into
	}
	for _, m := range r.Merges {
		end, way := m.From, []factor.Identity(nil)
		for range r.Merges {
			next, merged := into[end]
			if !merged {
				break
			}
			way, end = append(way, end), next
		}
		for _, i := range way {
			into[i] = end
		}
	}
	return into
}

// Merging returns a function that resolves merges.
func (r Rules) Merging() func(factor.Identity) factor.Identity { return r.Resolver().Merged }

// Merged returns the factor that i was merged into, or i itself. To resolve many, build a [Resolver].
func (r Rules) Merged(i factor.Identity) factor.Identity {
	if len(r.Merges) == 0 {
		return i
	}
	return Resolver{into: r.ends()}.Merged(i)
}

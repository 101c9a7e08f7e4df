package contribution

import (
	"github.com/causeway-memory/causeway/causal/factor"
)

// Resolver looks up what merges and splits make of factors. It is made once for many of them.
type Resolver struct {
	// into is where the merges of a factor end.
	into map[factor.Identity]factor.Identity
	// splits are by the factor that a text has by itself, then by what is compared of the text.
	splits map[factor.Identity]map[string]factor.Identity
}

// Resolver returns the rules as they are looked up.
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
		if _, twice := out.splits[s.From][text]; !twice {
			out.splits[s.From][text] = s.Into
		}
	}
	return out
}

// Merged returns the factor that one is taken for.
func (r Resolver) Merged(i factor.Identity) factor.Identity {
	if end, merged := r.into[i]; merged {
		return end
	}
	return i
}

// Apply returns the factor that an occurrence with the given text has after splits and merges.
func (r Resolver) Apply(raw factor.Identity, text string) factor.Identity {
	if texts := r.splits[raw]; texts != nil {
		if into, split := texts[splitText(text)]; split {
			raw = into
		}
	}
	return r.Merged(raw)
}

// ends are where the merges of each factor end.
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

// Merging returns what tells the factor that each one is taken for after merges.
func (r Rules) Merging() func(factor.Identity) factor.Identity { return r.Resolver().Merged }

// Merged returns the factor that one is taken for; who asks for many makes a resolver.
func (r Rules) Merged(i factor.Identity) factor.Identity {
	if len(r.Merges) == 0 {
		return i
	}
	return Resolver{into: r.ends()}.Merged(i)
}

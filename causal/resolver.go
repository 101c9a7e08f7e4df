package causal

// resolver looks up what merges and splits make of factors. It is made once for many of them.
type resolver struct {
	// into is where the merges of a factor end.
	into map[Identity]Identity
	// splits are by the factor that a text has by itself, then by what is compared of the text.
	splits map[Identity]map[string]Identity
}

// resolver returns the rules as they are looked up.
func (r Rules) resolver() resolver {
	out := resolver{into: r.ends()}
	if len(r.Splits) > 0 {
		out.splits = map[Identity]map[string]Identity{}
	}
	for _, s := range r.Splits {
		if out.splits[s.From] == nil {
			out.splits[s.From] = map[string]Identity{}
		}
		text := splitText(s.Text)
		if _, twice := out.splits[s.From][text]; !twice {
			out.splits[s.From][text] = s.Into
		}
	}
	return out
}

// merged returns the factor that one is taken for.
func (r resolver) merged(i Identity) Identity {
	if end, merged := r.into[i]; merged {
		return end
	}
	return i
}

// apply returns the factor that an occurrence with the given text has after splits and merges.
func (r resolver) apply(raw Identity, text string) Identity {
	if texts := r.splits[raw]; texts != nil {
		if into, split := texts[splitText(text)]; split {
			raw = into
		}
	}
	return r.merged(raw)
}

// ends are where the merges of each factor end.
func (r Rules) ends() map[Identity]Identity {
	if len(r.Merges) == 0 {
		return nil
	}
	into := make(map[Identity]Identity, len(r.Merges))
	for _, m := range r.Merges {
		into[m.From] = m.Into
	}
	for _, m := range r.Merges {
		end, way := m.From, []Identity(nil)
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
func (r Rules) Merging() func(Identity) Identity { return r.resolver().merged }

// merged returns the factor that one is taken for; who asks for many makes a resolver.
func (r Rules) merged(i Identity) Identity {
	if len(r.Merges) == 0 {
		return i
	}
	return resolver{into: r.ends()}.merged(i)
}

package sqlitestore

import (
	"crypto/sha256"
	_ "embed" // the statements are files
	"encoding/binary"

	"github.com/causeway-memory/causeway/causal"
)

var (
	//go:embed sql/causal/get_factors.sql
	getFactors statement
	//go:embed sql/causal/list_identities.sql
	listIdentities statement
	//go:embed sql/causal/record_variable.sql
	recordVariable statement
	//go:embed sql/causal/record_factor.sql
	recordFactor statement
	//go:embed sql/causal/update_factor.sql
	updateFactor statement
	//go:embed sql/causal/remove_factors.sql
	removeFactors statement
	//go:embed sql/causal/remove_idle_variables.sql
	removeIdleVariables statement
	//go:embed sql/causal/find_variables.sql
	findVariables statement
	//go:embed sql/causal/list_variables.sql
	listVariables statement
	//go:embed sql/causal/put_variable.sql
	putVariable statement
	//go:embed sql/causal/list_factor_ranges.sql
	listFactorRanges statement
)

// Factors implements [causal.DerivationTx].
func (d *derivation) Factors(keys []string) (map[string]causal.Factor, error) {
	out := make(map[string]causal.Factor, len(keys))
	err := d.query(getFactors, params{"layer": d.number, "keys": keys}, func(r *row) {
		key, f := r.text("key"), r.factor()
		d.noteFactor(f.Identity, r.int64("number"), r.int64("variable_number"))
		out[key] = f
	})
	return out, err
}

func (d *derivation) noteFactor(i causal.Identity, number, variable int64) {
	d.factors[i], d.identities[number], d.factorVariables[number], d.variables[i.Variable] = number, i, variable, variable
}

// PutFactors implements [causal.DerivationTx].
func (d *derivation) PutFactors(factors []causal.Factor) error {
	var known, fresh []causal.Factor
	for _, f := range factors {
		if d.factors[f.Identity] != 0 {
			known = append(known, f)
		} else {
			fresh = append(fresh, f)
		}
	}
	p := params{}
	err := d.execAll(updateFactor, len(known), func(i int) params {
		p["number"] = d.factors[known[i].Identity]
		return factorParams(p, known[i])
	}, nil)
	if err != nil {
		return err
	}
	for _, f := range fresh {
		if err := d.makeFactor(p, f); err != nil {
			return err
		}
	}
	return nil
}

func (d *derivation) makeFactor(p params, f causal.Factor) error {
	variable, err := d.variable(f.Variable)
	if err != nil {
		return err
	}
	p["layer"], p["key"], p["variable"], p["state"] = d.number, f.Key(), variable, f.State
	p["folded"] = foldedOrNull(f.Label())
	if err := d.exec(recordFactor, factorParams(p, f)); err != nil {
		return err
	}
	d.noteFactor(f.Identity, d.conn.LastInsertRowID(), variable)
	return nil
}

// nameHash is the number that stands for the name of a variable in the index.
func nameHash(name string) int64 {
	sum := sha256.Sum256([]byte(name))
	return int64(binary.BigEndian.Uint64(sum[:]))
}

func nameHashes(names []string) []int64 {
	hashes := make([]int64, len(names))
	for i, name := range names {
		hashes[i] = nameHash(name)
	}
	return hashes
}

// variable returns the number of a variable, which is made when it is not there.
func (d *derivation) variable(name string) (number int64, err error) {
	if number := d.variables[name]; number != 0 {
		return number, nil
	}
	err = d.query(recordVariable, params{"layer": d.number, "hash": nameHash(name), "name": name}, func(r *row) { number = r.int64("number") })
	d.variables[name] = number
	return number, err
}

// factorParams adds the numbers of a factor.
func factorParams(p params, f causal.Factor) params {
	p["successes"], p["partials"] = f.Outcomes.Success, f.Outcomes.Partial
	p["failures"], p["unknown"] = f.Outcomes.Failure, f.Outcomes.Unknown
	p["decisions"], p["events"], p["outcomes"], p["contexts"] = f.Kinds.Decision, f.Kinds.Event, f.Kinds.Outcome, f.Kinds.Context
	p["statements"], p["first_seen"], p["last_seen"] = f.Statements, microsOrNull(f.FirstSeen), microsOrNull(f.LastSeen)
	return p
}

// RemoveFactors implements [causal.DerivationTx].
func (d *derivation) RemoveFactors(keys []string) error {
	var factors, variables []int64
	err := d.query(getFactors, params{"layer": d.number, "keys": keys}, func(r *row) {
		factors, variables = append(factors, r.int64("number")), append(variables, r.int64("variable_number"))
		i := r.identity("variable", "state")
		delete(d.factors, i)
		delete(d.variables, i.Variable)
	})
	if err != nil {
		return err
	}
	if err := d.exec(removeFactors, params{"factors": factors}); err != nil {
		return err
	}
	return d.exec(removeIdleVariables, params{"variables": variables})
}

// FactorRanges implements [causal.DerivationTx].
func (d *derivation) FactorRanges(keys []string) (map[string]causal.Range, error) {
	return d.ranges(listFactorRanges, keys)
}

// ranges runs a statement that returns from when to when something was seen.
func (d *derivation) ranges(st statement, keys []string) (map[string]causal.Range, error) {
	out := make(map[string]causal.Range, len(keys))
	err := d.query(st, params{"layer": d.number, "keys": keys}, func(r *row) {
		if at := (causal.Range{First: r.micros("first"), Last: r.micros("last")}); !at.First.IsZero() {
			out[r.text("key")] = at
		}
	})
	return out, err
}

// Variables implements [causal.DerivationTx].
func (d *derivation) Variables(names []string) (map[string]causal.Variable, error) {
	out := make(map[string]causal.Variable, len(names))
	err := d.query(findVariables, params{"layer": d.number, "hashes": nameHashes(names)}, func(r *row) {
		v := r.variable()
		d.variables[v.Name] = r.int64("number")
		if v.Recorded > 0 || v.Closed {
			out[v.Name] = v
		}
	})
	return out, err
}

// PutVariables implements [causal.DerivationTx].
func (d *derivation) PutVariables(variables []causal.Variable) error {
	return d.execAll(putVariable, len(variables), func(i int) params {
		v := variables[i]
		return params{
			"layer": d.number, "hash": nameHash(v.Name), "name": v.Name, "recorded": v.Recorded, "closed": v.Closed, "absent_state": v.AbsentState,
		}
	}, nil)
}

// RemoveVariables implements [causal.DerivationTx]. The row stays as long as a statement
// names a factor of the variable.
func (d *derivation) RemoveVariables(names []string) error {
	empty := make([]causal.Variable, len(names))
	for i, name := range names {
		empty[i].Name = name
	}
	if err := d.PutVariables(empty); err != nil {
		return err
	}
	if _, err := d.Variables(names); err != nil {
		return err
	}
	numbers := make([]int64, len(names))
	for i, name := range names {
		numbers[i] = d.variables[name]
		delete(d.variables, name)
	}
	return d.exec(removeIdleVariables, params{"variables": numbers})
}

// identitiesOf returns what factors are, by their numbers.
func (t *tx) identitiesOf(factors []int64, known map[int64]causal.Identity) error {
	var ask []int64
	for _, n := range factors {
		if _, is := known[n]; !is {
			known[n] = causal.Identity{}
			ask = append(ask, n)
		}
	}
	if len(ask) == 0 {
		return nil
	}
	return t.query(listIdentities, params{"factors": ask}, func(r *row) {
		known[r.int64("number")] = r.identity("variable", "state")
	})
}

// identity reads the variable and the state of a factor.
func (r *row) identity(variable, state string) causal.Identity {
	return causal.Identity{Variable: r.text(variable), State: r.text(state)}
}

// factor reads the columns of a factor.
func (r *row) factor() causal.Factor {
	return causal.Factor{
		Identity: r.identity("variable", "state"),
		Outcomes: causal.OutcomeCounts{
			Success: r.integer("successes"), Partial: r.integer("partials"), Failure: r.integer("failures"), Unknown: r.integer("unknown"),
		},
		Kinds: causal.KindCounts{
			Decision: r.integer("decisions"), Event: r.integer("events"), Outcome: r.integer("outcomes"), Context: r.integer("contexts"),
		},
		Statements: r.integer("statements"), FirstSeen: r.micros("first_seen"), LastSeen: r.micros("last_seen"),
	}
}

// variable reads the columns of a variable.
func (r *row) variable() causal.Variable {
	return causal.Variable{
		Name: r.text("name"), Recorded: r.integer("recorded"), Closed: r.flag("closed"), AbsentState: r.text("absent_state"),
	}
}

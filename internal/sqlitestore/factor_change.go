package sqlitestore

import (
	"crypto/sha256"
	_ "embed"
	"encoding/binary"

	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/factor"
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
	//go:embed sql/causal/list_decided.sql
	listDecided statement
	//go:embed sql/causal/list_variables.sql
	listVariables statement
	//go:embed sql/causal/list_recurring_variables.sql
	listRecurringVariables statement
	//go:embed sql/causal/count_variables.sql
	countVariables statement
	//go:embed sql/causal/update_variable.sql
	updateVariable statement
	//go:embed sql/causal/list_factor_ranges.sql
	listFactorRanges statement
)

// Factors implements [derive.Tx].
func (d *derivation) Factors(keys []string) (map[string]factor.Factor, error) {
	out := make(map[string]factor.Factor, len(keys))
	err := d.query(getFactors, params{"layer": d.number, "keys": keys}, func(r *row) {
		key, f := r.text("key"), r.factor()
		d.noteFactor(f.Identity, r.int64("number"), r.int64("variable_number"))
		out[key] = f
	})
	return out, err
}

func (d *derivation) noteFactor(i factor.Identity, number, variable int64) {
	d.factors[i], d.identities[number], d.factorVariables[number], d.variables[i.Variable] = number, i, variable, variable
}

// PutFactors implements [derive.Tx].
func (d *derivation) PutFactors(factors []factor.Factor) error {
	var known, fresh []factor.Factor
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
	return d.makeFactors(fresh)
}

// makeFactors writes factors that are not there yet, and their variables.
func (d *derivation) makeFactors(fresh []factor.Factor) error {
	names := make([]string, len(fresh))
	for i, f := range fresh {
		names[i] = f.Variable
	}
	if err := d.makeVariables(distinct(names)); err != nil {
		return err
	}
	p := params{}
	return d.execAll(recordFactor, len(fresh), func(i int) params {
		f := fresh[i]
		p["layer"], p["key"], p["variable"], p["state"] = d.number, f.Key(), d.variables[f.Variable], f.State
		p["folded"] = foldedOrNull(f.Label())
		return factorParams(p, f)
	}, func(i int) { d.noteFactor(fresh[i].Identity, d.conn.LastInsertRowID(), d.variables[fresh[i].Variable]) })
}

// makeVariables writes those of some variables that are not there yet, for factors to be of.
func (d *derivation) makeVariables(names []string) error {
	if _, err := d.variableNumbers(names); err != nil {
		return err
	}
	var fresh []factor.Variable
	for _, name := range names {
		if d.variables[name] == 0 {
			fresh = append(fresh, factor.Variable{Name: name})
		}
	}
	return d.recordVariables(fresh)
}

func (d *derivation) recordVariables(fresh []factor.Variable) error {
	p := params{"layer": d.number}
	return d.execAll(recordVariable, len(fresh), func(i int) params {
		p["hash"], p["name"] = nameHash(fresh[i].Name), fresh[i].Name
		return variableParams(p, fresh[i])
	}, func(i int) { d.variables[fresh[i].Name] = d.conn.LastInsertRowID() })
}

func variableParams(p params, v factor.Variable) params {
	p["recorded"], p["closed"], p["absent_state"] = v.Recorded, v.Closed, v.AbsentState
	return p
}

// nameHash is the number that stands for the name of a variable in the index.
func nameHash(name string) int64 {
	sum := sha256.Sum256([]byte(name))
	return int64(binary.BigEndian.Uint32(sum[:]))<<32 | int64(binary.BigEndian.Uint32(sum[4:]))
}

func nameHashes(names []string) []int64 {
	hashes := make([]int64, len(names))
	for i, name := range names {
		hashes[i] = nameHash(name)
	}
	return hashes
}

// factorParams adds the numbers of a factor.
func factorParams(p params, f factor.Factor) params {
	p["successes"], p["partials"] = f.Outcomes.Success, f.Outcomes.Partial
	p["failures"], p["unknown"] = f.Outcomes.Failure, f.Outcomes.Unknown
	p["decisions"], p["events"], p["outcomes"], p["contexts"] = f.Kinds.Decision, f.Kinds.Event, f.Kinds.Outcome, f.Kinds.Context
	p["statements"], p["first_seen"], p["last_seen"] = f.Statements, microsOrNull(f.FirstSeen), microsOrNull(f.LastSeen)
	return p
}

// RemoveFactors implements [derive.Tx].
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

// FactorRanges implements [derive.Tx].
func (d *derivation) FactorRanges(keys []string) (map[string]derive.Range, error) {
	return d.ranges(listFactorRanges, keys)
}

// ranges runs a statement that returns from when to when something was seen.
func (d *derivation) ranges(st statement, keys []string) (map[string]derive.Range, error) {
	out := make(map[string]derive.Range, len(keys))
	err := d.query(st, params{"layer": d.number, "keys": keys}, func(r *row) {
		if at := (derive.Range{First: r.micros("first"), Last: r.micros("last")}); !at.First.IsZero() {
			out[r.text("key")] = at
		}
	})
	return out, err
}

// Decided implements [derive.Tx].
func (d *derivation) Decided(variables []string) ([]string, error) {
	var out []string
	err := d.query(listDecided, params{"layer": d.number, "hashes": nameHashes(variables)}, func(r *row) { out = append(out, r.text("name")) })
	return out, err
}

// Variables implements [derive.Tx].
func (d *derivation) Variables(names []string) (map[string]factor.Variable, error) {
	out := make(map[string]factor.Variable, len(names))
	err := d.query(findVariables, params{"layer": d.number, "hashes": nameHashes(names)}, func(r *row) {
		v := r.variable()
		d.variables[v.Name] = r.int64("number")
		if v.Recorded > 0 || v.Closed {
			out[v.Name] = v
		}
	})
	return out, err
}

// PutVariables implements [derive.Tx].
func (d *derivation) PutVariables(variables []factor.Variable) error {
	names := make([]string, len(variables))
	for i, v := range variables {
		names[i] = v.Name
	}
	if _, err := d.variableNumbers(names); err != nil {
		return err
	}
	var known, fresh []factor.Variable
	for _, v := range variables {
		if d.variables[v.Name] != 0 {
			known = append(known, v)
		} else {
			fresh = append(fresh, v)
		}
	}
	p := params{}
	err := d.execAll(updateVariable, len(known), func(i int) params {
		p["number"] = d.variables[known[i].Name]
		return variableParams(p, known[i])
	}, nil)
	if err != nil {
		return err
	}
	return d.recordVariables(fresh)
}

// RemoveVariables implements [derive.Tx]. The row stays as long as a statement
// names a factor of the variable.
func (d *derivation) RemoveVariables(names []string) error {
	numbers, err := d.variableNumbers(names)
	if err != nil {
		return err
	}
	p := variableParams(params{}, factor.Variable{})
	err = d.execAll(updateVariable, len(numbers), func(i int) params { p["number"] = numbers[i]; return p }, nil)
	if err != nil {
		return err
	}
	for _, name := range names {
		delete(d.variables, name)
	}
	return d.exec(removeIdleVariables, params{"variables": numbers})
}

// identitiesOf returns what factors are, by their numbers.
func (t *tx) identitiesOf(factors []int64, known map[int64]factor.Identity) error {
	var ask []int64
	for _, n := range factors {
		if _, is := known[n]; !is {
			known[n] = factor.Identity{}
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
func (r *row) identity(variable, state string) factor.Identity {
	return factor.Identity{Variable: r.text(variable), State: r.text(state)}
}

// factor reads the columns of a factor.
func (r *row) factor() factor.Factor {
	return factor.Factor{
		Identity: r.identity("variable", "state"),
		Outcomes: factor.OutcomeCounts{
			Success: r.integer("successes"), Partial: r.integer("partials"), Failure: r.integer("failures"), Unknown: r.integer("unknown"),
		},
		Kinds: factor.KindCounts{
			Decision: r.integer("decisions"), Event: r.integer("events"), Outcome: r.integer("outcomes"), Context: r.integer("contexts"),
		},
		Statements: r.integer("statements"), FirstSeen: r.micros("first_seen"), LastSeen: r.micros("last_seen"),
	}
}

// variable reads the columns of a variable.
func (r *row) variable() factor.Variable {
	return factor.Variable{
		Name: r.text("name"), Recorded: r.integer("recorded"), Closed: r.flag("closed"), AbsentState: r.text("absent_state"),
	}
}

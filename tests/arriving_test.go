package tests_test

import (
	"reflect"
	"slices"

	"github.com/causeway-memory/causeway/causal"
)

// arriving reports whether the domain does not answer a question of the schema yet.
func arriving(field string) bool {
	method := map[string]string{
		"whatIf": "WhatIf", "intervene": "Intervene", "bestAction": "BestAction", "decisionImpact": "DecisionImpact",
		"counterfactual": "Counterfactual", "causalModel": "ShowMechanism",
	}[field]
	_, there := reflect.TypeFor[*causal.Service]().MethodByName(method)
	return method != "" && !there
}

func allArrived() bool {
	return !slices.ContainsFunc([]string{"whatIf", "intervene", "bestAction", "decisionImpact", "counterfactual", "causalModel"}, arriving)
}

package model

// Status is the result of a question about an intervention or a counterfactual.
type Status string

// The statuses. The first that applies is given.
const (
	// StatusUnknownEnd says that a name matches no factor of the project, or several.
	StatusUnknownEnd Status = "UNKNOWN_END"
	// StatusNoCausalPath says that no directed path leads from the action to the target: the effect is
	// exactly 0, whatever the correlation.
	StatusNoCausalPath Status = "NO_CAUSAL_PATH"
	// StatusCyclic says that variables depend on each other in cycles that cannot be broken.
	StatusCyclic Status = "CYCLIC"
	// StatusTruncated says that too many variables affect the target.
	StatusTruncated Status = "TRUNCATED"
	// StatusNotIdentified says that a cause of the action is not recorded, so that its effect cannot
	// be separated from confounding.
	StatusNotIdentified Status = "NOT_IDENTIFIED"
	// StatusInsufficient says that there are too few comparable episodes. The answer has the numbers
	// but no conclusion.
	StatusInsufficient Status = "INSUFFICIENT_EVIDENCE"
	// StatusOnlyTemporal says that every path from the action to the target has a link that shows
	// nothing but the order in time.
	StatusOnlyTemporal Status = "ONLY_TEMPORAL"
	// StatusMismatch says that the episode is impossible under the model.
	StatusMismatch Status = "MODEL_MISMATCH"
	// StatusOK says that the answer holds under its assumptions.
	StatusOK Status = "OK"
)

// Interval is a number with its 95 % interval.
type Interval struct{ Value, Low, High float64 }

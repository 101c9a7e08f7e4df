package model

// Status says what became of a question about an intervention or about what would have been.
type Status string

// The statuses, the first that applies.
const (
	// StatusUnknownEnd says that a name matches no factor of the project, or several.
	StatusUnknownEnd Status = "UNKNOWN_END"
	// StatusNoCausalPath says that nothing leads from what is done to the target: the effect is
	// exactly 0, whatever goes along with it.
	StatusNoCausalPath Status = "NO_CAUSAL_PATH"
	// StatusCyclic says that variables depend on each other in circles that cannot be undone.
	StatusCyclic Status = "CYCLIC"
	// StatusTruncated says that more variables bear on the target than an answer looks at.
	StatusTruncated Status = "TRUNCATED"
	// StatusNotIdentified says that what decides about the action is not recorded, so that its
	// effect cannot be told from what goes along with it.
	StatusNotIdentified Status = "NOT_IDENTIFIED"
	// StatusInsufficient says that too few comparable episodes are known; the numbers that there
	// are are given, and no conclusion.
	StatusInsufficient Status = "INSUFFICIENT_EVIDENCE"
	// StatusMismatch says that the episode is impossible under the model.
	StatusMismatch Status = "MODEL_MISMATCH"
	// StatusOK says that the answer holds under its assumptions.
	StatusOK Status = "OK"
)

// Interval is a number with the 95 % interval in which it is.
type Interval struct{ Value, Low, High float64 }

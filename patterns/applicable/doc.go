// Package applicable finds the patterns that apply to a task, ranks them with the terms of the ranking
// shown, and advises within a budget.
//
// It imports patterns, condition and catalog.
package applicable

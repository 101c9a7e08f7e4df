package validation

import (
	"fmt"
	"strings"

	"github.com/causeway-memory/causeway/patterns"
)

// reason describes why a validation changed a status.
func reason(v patterns.Validation, anti bool) string {
	var b strings.Builder
	switch v.After {
	case patterns.StatusValidated:
		b.WriteString("supported: ")
	case patterns.StatusUnderReview:
		b.WriteString("the evidence speaks against it: ")
	default:
		fmt.Fprintf(&b, "%s: ", strings.ToLower(string(v.Result)))
	}
	b.WriteString(Figures(v, anti))
	return b.String()
}

// Figures describes the counts of a validation and how likely they are by chance.
func Figures(v patterns.Validation, anti bool) string {
	n := v.Figures.Window
	parts := []string{fmt.Sprintf("%d of %d succeeded since %s", n.Successes, n.Trials, v.Since.Format("2006-01-02"))}
	if v.NullRate != nil {
		what := "to be expected without the action"
		if v.NullBasis == patterns.NullHalf {
			what = "what the project compares with"
		}
		if anti {
			what += ", and fewer count for it"
		}
		parts = append(parts, fmt.Sprintf("%.0f %% are %s", 100**v.NullRate, what))
	}
	if v.Adjusted != nil {
		parts = append(parts, fmt.Sprintf("adjusted p %.2g among %d tested", *v.Adjusted, v.Family))
	}
	if v.Confidence != nil {
		parts = append(parts, fmt.Sprintf("confidence %.2f", *v.Confidence))
	}
	if len(v.Failed) > 0 {
		parts = append(parts, "not passed: "+strings.Join(v.Failed, ", "))
	}
	return strings.Join(parts, "; ")
}

package model

import (
	"fmt"

	"github.com/causeway-memory/causeway/internal/explain"
)

// Words writes an interval.
func (i Interval) Words() string {
	return fmt.Sprintf("%s [%s, %s]", explain.Number(i.Value), explain.Number(i.Low), explain.Number(i.High))
}

// Signed writes an interval of a difference, with its sign.
func (i Interval) Signed() string {
	return fmt.Sprintf("%+.2f [%+.2f, %+.2f]", i.Value, i.Low, i.High)
}

// Surely is the least size of a difference in either direction: 0 when its interval contains 0.
func (i Interval) Surely() float64 { return max(0, i.Low, -i.High) }

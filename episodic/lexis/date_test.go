package lexis_test

import (
	"testing"

	"github.com/causeway-memory/causeway/episodic/lexis"
)

func TestIsDate(t *testing.T) {
	for _, text := range []string{"2 April 2026", "April 2nd", "2026-04-02", "a Wednesday in January", "July", "Sept 30"} {
		for _, term := range lexis.Analyze(text) {
			if !lexis.IsDate(term) {
				t.Errorf("%q of %q is no part of a date", term, text)
			}
		}
	}
	for _, text := range []string{"payment", "#123", "ab41f6e", "internal/charge.go", "137", "55P03", "monday.com", "4711"} {
		if terms := lexis.Analyze(text); lexis.IsDate(terms[0]) {
			t.Errorf("%q is part of a date", terms[0])
		}
	}
}

package problem_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/internal/problem"
)

func TestChecker(t *testing.T) {
	var c problem.Checker
	problem.OneOf(&c, "color", "red", []string{"red", "blue"})
	if err := c.Err(); err != nil {
		t.Fatalf("without a problem: %v", err)
	}
	problem.OneOf(&c, "color", "green", []string{"red", "blue"})
	c.Invalid("size", "%d is odd", 3)
	if err := c.Err(); !errors.Is(err, problem.ErrInvalid) || errors.Is(err, problem.ErrTooLarge) {
		t.Errorf("two invalid values: %v", err)
	}
	c.TooLarge("list", "%d items", 9)
	err := c.Err()
	if !errors.Is(err, problem.ErrTooLarge) {
		t.Errorf("a list that is too large: %v", err)
	}
	if want := `color: "green" is not one of red, blue; size: 3 is odd; list: 9 items`; err.Error() != want {
		t.Errorf("the error is %q, want %q", err, want)
	}
}

func TestChecker_TooLong(t *testing.T) {
	var c problem.Checker
	c.TooLong("name", "äöü", 3)
	if err := c.Err(); err != nil {
		t.Errorf("as long as may be, in characters: %v", err)
	}
	c.TooLong("name", "äöü!", 3)
	if err := c.Err(); err == nil || err.Error() != "name: 4 characters; at most 3 are taken" || errors.Is(err, problem.ErrTooLarge) {
		t.Errorf("a character too many: %v", err)
	}
}

func TestRefuse(t *testing.T) {
	for _, c := range []struct {
		err  error
		code string
	}{
		{problem.Refuse("of[0]", "%q is none", "x"), problem.CodeInvalid},
		{problem.RefuseSize("of[0]", "%q is none", "x"), problem.CodeTooLarge},
	} {
		var got *problem.InvalidError
		if !errors.As(c.err, &got) || !slices.Equal(got.Problems, []problem.Problem{{Path: "of[0]", Code: c.code, Message: `"x" is none`}}) {
			t.Errorf("%s: %v", c.code, c.err)
		}
	}
}

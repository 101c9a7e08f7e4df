package execution

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
)

// shown is how many characters of a bad value a message shows.
const shown = 80

// checker checks the parts of an event.
type checker struct{ problem.Checker }

// uuid checks an id and returns it in lower case.
func (c *checker) uuid(path, id string) string {
	id = strings.ToLower(id)
	if !isUUID(id) {
		c.Invalid(path, "%q is no UUID; use the form 123e4567-e89b-12d3-a456-426614174000, or leave it out", episodic.Shorten(id, shown))
	}
	return id
}

// isUUID reports whether an id in lower case has the form of a UUID.
func isUUID(id string) bool {
	if len(id) != 36 {
		return false
	}
	for i, r := range id {
		dash := i == 8 || i == 13 || i == 18 || i == 23
		if dash != (r == '-') || !dash && !strings.ContainsRune("0123456789abcdef", r) {
			return false
		}
	}
	return true
}

// id checks a name that is part of a key.
func (c *checker) id(path, id string, most int) {
	switch n := utf8.RuneCountInString(id); {
	case id == "":
		c.Invalid(path, "is missing; use 1 to %d characters", most)
	case n > most:
		c.TooLarge(path, "%d characters; at most %d are taken", n, most)
	case !utf8.ValidString(id) || strings.ContainsFunc(id, func(r rune) bool { return r == '/' || unicode.IsSpace(r) || !unicode.IsGraphic(r) }):
		c.Invalid(path, "%q cannot be an id: use visible characters, no space and no slash", episodic.Shorten(id, shown))
	}
}

// word checks a short text in one line; it may be empty.
func (c *checker) word(path, word string) {
	switch n := utf8.RuneCountInString(word); {
	case n > maxName:
		c.TooLarge(path, "%d characters; at most %d are taken", n, maxName)
	case !utf8.ValidString(word) || strings.ContainsFunc(word, unicode.IsControl):
		c.Invalid(path, "%q is no line of text; control characters are not taken", episodic.Shorten(word, shown))
	}
}

// time checks that a time is known and returns it in milliseconds.
func (c *checker) time(path string, t time.Time) time.Time {
	t = milliseconds(t)
	switch year := t.Year(); {
	case t.IsZero():
		c.Invalid(path, "is missing; give the time at which it happened")
	case year < 1970 || year > 9999:
		c.Invalid(path, "the year %d is outside 1970 to 9999", year)
	}
	return t
}

// data checks the data of an event and returns it with long outputs cut.
func (c *checker) data(path string, given json.RawMessage) map[string]any {
	if len(given) == 0 {
		c.Invalid(path, "is missing; give a JSON object, {} if there is nothing to say")
		return nil
	}
	data, err := decoded(given)
	if err != nil || data == nil {
		c.Invalid(path, "is not a JSON object")
		return nil
	}
	if context, has := c.object(path+".context", data, "context"); has {
		c.context(path+".context", context)
	}
	if prediction, has := c.object(path+".prediction", data, "prediction"); has {
		c.prediction(path+".prediction", prediction)
	}
	if result, has := c.object(path+".result", data, "result"); has {
		c.result(path+".result", result)
	}
	if decision, has := c.object(path+".decision", data, "decision"); has {
		c.decision(path+".decision", decision)
	}
	c.text(path, data, "predictionEventId")
	return data
}

// object returns a part of the data, which has to be an object. A part that is null is none and is
// removed.
func (c *checker) object(path string, data map[string]any, name string) (map[string]any, bool) {
	value, given := data[name]
	if !given {
		return nil, false
	}
	if value == nil {
		delete(data, name)
		return nil, false
	}
	object, is := value.(map[string]any)
	if !is {
		c.Invalid(path, "is not a JSON object")
	}
	return object, is
}

// CheckContext refuses a context that no event can have. It removes names without a value.
func CheckContext(path string, context map[string]any) error {
	var c checker
	c.context(path, context)
	return c.Err()
}

func (c *checker) context(path string, context map[string]any) {
	if n := len(context); n > maxContext {
		c.TooLarge(path, "%d names; at most %d are taken", n, maxContext)
		return
	}
	for _, name := range slices.Sorted(maps.Keys(context)) {
		at := fmt.Sprintf("%s[%q]", path, episodic.Shorten(name, shown))
		if strings.TrimSpace(name) != name || name == "" {
			c.Invalid(at, "a context needs names without space around them")
		}
		c.word(at, name)
		switch value := context[name].(type) {
		case string:
			c.word(at, value)
		case json.Number, bool:
		case nil:
			delete(context, name)
		default:
			c.Invalid(at, "is neither a text nor a number nor true or false")
		}
	}
}

func (c *checker) prediction(path string, p map[string]any) {
	c.filled(path, p, "toolId")
	c.text(path, p, "reasoning")
	if n, known := number(p, "confidence"); !known || n < 0 || n > 1 {
		c.Invalid(path+".confidence", "a number from 0 to 1 is wanted")
	}
	if correct, given := p["wasCorrect"]; given && correct != nil {
		if _, is := correct.(bool); !is {
			c.Invalid(path+".wasCorrect", "true or false is wanted, or nothing while that is unknown")
		}
	}
}

func (c *checker) result(path string, r map[string]any) {
	if status, _ := r["status"].(string); status != statusSuccess && status != statusError {
		c.Invalid(path+".status", "%q is not one of %s, %s", episodic.Shorten(fmt.Sprint(r["status"]), shown), statusSuccess, statusError)
	}
	if took, given := r["executionTimeMs"]; given && took != nil {
		if n, known := number(r, "executionTimeMs"); !known || n < 0 {
			c.Invalid(path+".executionTimeMs", "0 or more milliseconds are wanted, or nothing if nobody measured them")
		}
	}
	cutOutput(r)
}

// The statuses of a result.
const (
	statusSuccess = "success"
	statusError   = "error"
)

func (c *checker) decision(path string, d map[string]any) {
	if by, _ := d["type"].(string); by != "ail" && by != "hil" {
		c.Invalid(path+".type", "%q is not one of ail, hil", episodic.Shorten(fmt.Sprint(d["type"]), shown))
	}
	c.filled(path, d, "action")
	c.text(path, d, "reasoning")
}

// filled checks a text that may not be empty.
func (c *checker) filled(path string, object map[string]any, name string) {
	if text, is := object[name].(string); !is || strings.TrimSpace(text) == "" {
		c.Invalid(path+"."+name, "a text is wanted")
	}
}

// text checks a text that may be missing.
func (c *checker) text(path string, object map[string]any, name string) {
	if value, given := object[name]; given && value != nil {
		if _, is := value.(string); !is {
			c.Invalid(path+"."+name, "a text is wanted")
		}
	}
}

// number reads a number.
func number(object map[string]any, name string) (n float64, known bool) {
	number, is := object[name].(json.Number)
	if !is {
		return 0, false
	}
	n, err := number.Float64()
	return n, err == nil
}

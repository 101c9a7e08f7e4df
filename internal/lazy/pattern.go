package lazy

import (
	"regexp"
	"sync"
)

// Pattern returns what returns a regular expression. It is compiled when it is first asked for, so that a program that does not
// need it starts sooner; after that to ask takes a few nanoseconds. An expression that is none panics then, so every one is tested.
func Pattern(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

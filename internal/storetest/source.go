package storetest

import (
	"fmt"
	"go/format"
	"path"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// source writes a value as Go: an expression of its type that leaves out what is zero.
func source(v any) string {
	var b strings.Builder
	write(&b, reflect.ValueOf(v), true)
	return b.String()
}

// write writes one value; typed says that the type is to be named.
func write(b *strings.Builder, v reflect.Value, typed bool) {
	if t, is := v.Interface().(time.Time); is {
		t = t.UTC()
		fmt.Fprintf(b, "time.Date(%d, %d, %d, %d, %d, %d, %d, time.UTC)",
			t.Year(), int(t.Month()), t.Day(), t.Hour(), t.Minute(), t.Second(), t.Nanosecond())
		return
	}
	if k := v.Kind(); typed && (k == reflect.Struct || k == reflect.Slice || k == reflect.Map) {
		b.WriteString(v.Type().String())
	}
	switch v.Kind() {
	case reflect.Struct:
		writeFields(b, v)
	case reflect.Slice:
		writeList(b, v.Len(), func(i int) { write(b, v.Index(i), false) })
	case reflect.Map:
		keys := v.MapKeys()
		slices.SortFunc(keys, func(x, y reflect.Value) int { return strings.Compare(x.String(), y.String()) })
		writeList(b, len(keys), func(i int) {
			write(b, keys[i], false)
			b.WriteString(": ")
			write(b, v.MapIndex(keys[i]), false)
		})
	case reflect.Pointer:
		fmt.Fprintf(b, "new(%s(", v.Type().Elem())
		write(b, v.Elem(), false)
		b.WriteString("))")
	case reflect.String:
		b.WriteString(strconv.Quote(v.String()))
	default:
		fmt.Fprint(b, v.Interface())
	}
}

func writeList(b *strings.Builder, n int, item func(i int)) {
	b.WriteByte('{')
	for i := range n {
		if i > 0 {
			b.WriteString(", ")
		}
		item(i)
	}
	b.WriteByte('}')
}

func writeFields(b *strings.Builder, v reflect.Value) {
	var set []int
	for i := range v.NumField() {
		if !v.Field(i).IsZero() {
			set = append(set, i)
		}
	}
	writeList(b, len(set), func(i int) {
		b.WriteString(v.Type().Field(set[i]).Name + ": ")
		write(b, v.Field(set[i]), true)
	})
}

// pasted writes commands as a Go file with one test that runs them again: a file beside the
// one that has open.
func pasted(open Open, service bool, name string, commands []Command) string {
	pkg, function := home(open)
	replay := "Replay"
	if service {
		replay = "ReplayService"
	}
	var body strings.Builder
	fmt.Fprintf(&body, "func TestPasted(t *testing.T) {\n\tstoretest.%s(t, %s, %q,\n", replay, function, name)
	for _, c := range commands {
		fmt.Fprintf(&body, "\t\t%s,\n", source(c))
	}
	body.WriteString("\t)\n}\n")
	text := "package " + pkg + "\n\nimport (\n\t\"testing\"\n"
	if strings.Contains(body.String(), "time.") {
		text += "\t\"time\"\n"
	}
	text += "\n"
	for _, domain := range domains() {
		if regexp.MustCompile(`\b` + path.Base(domain) + `\.[A-Z]`).MatchString(body.String()) {
			text += "\t\"" + module + "/" + domain + "\"\n"
		}
	}
	text += "\t\"" + module + "/internal/storetest\"\n)\n\n" + body.String()
	if formatted, err := format.Source([]byte(text)); err == nil {
		return string(formatted)
	}
	return text
}

// domains are the packages whose types commands are made of.
func domains() []string {
	return []string{
		"causal/contribution", "causal/factor", "causal/layer", "causal/link", "causal/search", "causal/trace", "episodic",
		"episodic/recall", "patterns", "patterns/condition", "patterns/match",
	}
}

// module is the path of this module.
const module = "github.com/causeway-memory/causeway"

// home returns the package and the name of a top-level function.
func home(open Open) (pkg, function string) {
	full := path.Base(runtime.FuncForPC(reflect.ValueOf(open).Pointer()).Name())
	pkg, function, _ = strings.Cut(full, ".")
	return pkg, function
}

package storetest

import (
	"fmt"
	"go/format"
	"maps"
	"path"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// source writes a value as a Go expression of its type, without zero fields.
func source(v any) string {
	var b strings.Builder
	write(&b, reflect.ValueOf(v), true)
	return b.String()
}

// write writes one value; typed says that the type is named.
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

// pasted writes commands as a Go file with one test that runs them again, for the package of open.
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
	packages := map[string]bool{module + "/internal/storetest": true}
	for _, c := range commands {
		addPackages(packages, reflect.TypeOf(c), map[reflect.Type]bool{})
	}
	for _, name := range slices.Sorted(maps.Keys(packages)) {
		if regexp.MustCompile(`\b` + path.Base(name) + `\.[A-Z]`).MatchString(body.String()) {
			text += "\t\"" + name + "\"\n"
		}
	}
	text += ")\n\n" + body.String()
	if formatted, err := format.Source([]byte(text)); err == nil {
		return string(formatted)
	}
	return text
}

// addPackages adds the packages of this module that a type and its parts come from.
func addPackages(to map[string]bool, t reflect.Type, seen map[reflect.Type]bool) {
	if seen[t] {
		return
	}
	seen[t] = true
	if strings.HasPrefix(t.PkgPath(), module+"/") {
		to[t.PkgPath()] = true
	}
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			addPackages(to, t.Field(i).Type, seen)
		}
	case reflect.Map:
		addPackages(to, t.Key(), seen)
		addPackages(to, t.Elem(), seen)
	case reflect.Slice, reflect.Pointer:
		addPackages(to, t.Elem(), seen)
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

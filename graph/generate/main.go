// Program generate makes the code that gqlgen wrote start its goroutines through package
// level, which lets loaders read a level of an answer at once, and read the schema when it
// is first asked for, so that commands which do not need it start sooner. gqlgen has no
// setting for either. It takes the file to change; run it after gqlgen (make generate).
package main

import (
	"fmt"
	"log"
	"os"
	"strings"
)

// changes are what is replaced. Each has to occur, so that a gqlgen that writes other code
// is found out.
func changes() [][2]string {
	const own = `"github.com/causeway-memory/causeway/graph/`
	return [][2]string{
		{own + `model"`, own + `level"` + "\n\t" + own + `model"`},
		{"graphql.MarshalSliceConcurrently(ctx, len(v), 0, false, func(", "level.MarshalSlice(ctx, len(v), func("},
		{"out := graphql.NewFieldSet(fields)", "out := level.NewFieldSet(fields)"},
		{"return innerFunc(ctx, out)", "return innerFunc(ctx, out.FieldSet)"},
		{`"strconv"`, `"strconv"` + "\n\t" + `"sync"`},
		{"\treturn parsedSchema\n", "\treturn parsedSchema()\n"},
		{"\t\t\tparsedSchema,\n", "\t\t\tparsedSchema(),\n"},
		{
			"var parsedSchema = gqlparser.MustLoadSchema(sources...)",
			"var parsedSchema = sync.OnceValue(func() *ast.Schema { return gqlparser.MustLoadSchema(sources...) })",
		},
	}
}

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: generate FILE")
	}
	written, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	changed, err := change(string(written))
	if err != nil {
		log.Fatalf("change %s: %v", os.Args[1], err)
	}
	if err := os.WriteFile(os.Args[1], []byte(changed), 0o644); err != nil {
		log.Fatal(err)
	}
}

// change returns code that starts every goroutine through package level, and reads the schema when it is first asked for.
func change(code string) (string, error) {
	for _, c := range changes() {
		if !strings.Contains(code, c[0]) {
			return "", fmt.Errorf("%q does not occur; gqlgen writes other code now", c[0])
		}
		code = strings.ReplaceAll(code, c[0], c[1])
	}
	if strings.Contains(code, "MarshalSliceConcurrently") {
		return "", fmt.Errorf("a list is marshalled with other options than the rest")
	}
	if strings.Count(code, "parsedSchema") != strings.Count(code, "parsedSchema()")+1 {
		return "", fmt.Errorf("the schema is used in a place that is not known")
	}
	return code, nil
}

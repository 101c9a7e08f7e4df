// Program generate makes the code that gqlgen wrote start its goroutines through package
// level, which lets loaders read a level of an answer at once. gqlgen has no setting for
// that. It takes the file to change; run it after gqlgen (make generate).
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

// change returns code that starts every goroutine through package level.
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
	return code, nil
}

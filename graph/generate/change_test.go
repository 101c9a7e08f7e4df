package main

import (
	"strings"
	"testing"
)

const written = `import (
	"strconv"
	"github.com/causeway-memory/causeway/graph/model"
)
	out := graphql.NewFieldSet(fields)
	return innerFunc(ctx, out)
	ret := graphql.MarshalSliceConcurrently(ctx, len(v), 0, false, func(ctx context.Context, i int) graphql.Marshaler {
	return parsedSchema
			parsedSchema,
var parsedSchema = gqlparser.MustLoadSchema(sources...)
`

func TestChange(t *testing.T) {
	changed, err := change(written)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`/graph/level"`, "level.NewFieldSet(fields)", "innerFunc(ctx, out.FieldSet)", "level.MarshalSlice(ctx, len(v), func(ctx", `"sync"`, "return parsedSchema()", "\tparsedSchema(),", "sync.OnceValue(func() *ast.Schema {"} {
		if !strings.Contains(changed, want) {
			t.Errorf("no %s in\n%s", want, changed)
		}
	}
}

func TestChange_RefusesWhatItDoesNotKnow(t *testing.T) {
	for why, code := range map[string]string{
		"another field set":     strings.ReplaceAll(written, "NewFieldSet", "MakeFieldSet"),
		"a limit of workers":    strings.ReplaceAll(written, "0, false", "9, false"),
		"one list with limit":   written + "graphql.MarshalSliceConcurrently(ctx, len(v), 9, false, func(ctx",
		"another use of schema": written + "use(parsedSchema)",
		"code changed before":   strings.ReplaceAll(written, "out)", "out.FieldSet)"),
	} {
		if _, err := change(code); err == nil {
			t.Errorf("%s: no error", why)
		}
	}
}

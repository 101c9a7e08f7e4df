package rules_test

import (
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2"
	graphql "github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"github.com/causeway-memory/causeway/tests/tree"
)

// TestDocuments_FitTheSchema holds every GraphQL document in the code, tests and examples against the schema, so that one that only
// runs on servers, or in another language, cannot rest on what is gone.
func TestDocuments_FitTheSchema(t *testing.T) {
	schema := tree.Schema(t)
	found := 0
	for _, d := range documents(t) {
		complaints, is := d.check(schema)
		if is {
			found++
		}
		tree.Report(t, complaints)
	}
	if found < 500 {
		t.Errorf("only %d documents were found", found)
	}
}

func TestDocuments_Planted(t *testing.T) {
	schema := tree.Schema(t)
	source := tree.Parse(t, "p/a_test.go", []byte("package p\nconst fields = `tint`\nfunc f(of string) {\n"+
		"ask(`query($project: String!) { project(name: $project) { ` + fields + ` } }`)\n"+
		"ask(`{ project(name: \"a\") { name ` + of + ` shade } }`)\n"+
		"ask(fmt.Sprintf(`{ project(name: %q) { %s hue } }`, of, of))\n"+
		"ask(`{ project(name: \"a\") { name } }`, `no document`)\n}\n"))
	var complaints []string
	documents := 0
	for _, d := range inGo(source, constants([]tree.Source{source})) {
		found, is := d.check(schema)
		if is {
			documents++
		}
		complaints = append(complaints, found...)
	}
	for _, field := range []string{"tint", "shade", "hue"} {
		tree.Planted(t, "a field that is gone", complaints, field)
	}
	if documents != 4 || len(complaints) != 3 {
		t.Errorf("%d documents, %d complaints: %v", documents, len(complaints), complaints)
	}
}

// document is a text that may be a document, and where it stands.
type document struct {
	at, text string
	// holed says that parts are known only when the program runs; each is written as hole.
	holed bool
}

// hole stands for what is known only when a program runs: as a field it fits every type.
const hole = "__typename"

// documents returns the texts of all files that may hold documents. Pages have a check of their own.
func documents(t *testing.T) []document {
	var out []document
	sources := tree.Sources(t)
	named := constants(sources)
	for _, s := range sources {
		if !s.IsGenerated() {
			out = append(out, inGo(s, named)...)
		}
	}
	quoted := regexp.MustCompile("(?s)`[^`]*`|\"\"\"" + `.*?"""|'[^'\n]*'|"[^"\n]*"`)
	for _, name := range tree.Committed(t) {
		switch ext := name[strings.LastIndex(name, ".")+1:]; {
		case strings.Contains(name, "/testdata/0.1.0/"):
		case ext == "graphql" && !strings.Contains(name, "internal/mcpserver/") && !strings.Contains(name, "graph/agents/"):
			out = append(out, document{at: name, text: tree.Read(t, name)})
		case slices.Contains([]string{"py", "ts", "js", "mjs", "html", "sh"}, ext) || strings.HasPrefix(name, ".ci/"):
			for _, text := range quoted.FindAllString(tree.Read(t, name), -1) {
				text = strings.Trim(text, "`\"'")
				filled := regexp.MustCompile(`\$\{[^}]*\}`).ReplaceAllString(text, hole)
				out = append(out, document{at: name, text: filled, holed: filled != text})
			}
		}
	}
	return out
}

// constants returns the texts of the constants and variables of packages by folder and name.
func constants(sources []tree.Source) map[string]string {
	out := map[string]string{}
	for range 3 { // one may be made of others
		for _, s := range sources {
			ast.Inspect(s.File, func(n ast.Node) bool {
				if spec, is := n.(*ast.ValueSpec); is && len(spec.Names) == len(spec.Values) {
					for i, name := range spec.Names {
						if text, ok := textOf(spec.Values[i], s.Dir(), out); ok {
							out[s.Dir()+" "+name.Name] = text
						}
					}
				}
				return true
			})
		}
	}
	return out
}

// textOf returns the text of an expression, with holes; ok is false when it is none.
func textOf(e ast.Expr, dir string, named map[string]string) (text string, ok bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, e.Kind == token.STRING && err == nil
	case *ast.ParenExpr:
		return textOf(e.X, dir, named)
	case *ast.Ident:
		text, ok = named[dir+" "+e.Name]
		return text, ok
	case *ast.SelectorExpr:
		if of, is := e.X.(*ast.Ident); is {
			text, ok = named["tests/"+of.Name+" "+e.Sel.Name]
		}
		return text, ok
	case *ast.BinaryExpr:
		left, ok := textOf(e.X, dir, named)
		right, also := textOf(e.Y, dir, named)
		if e.Op != token.ADD || !ok && !also {
			return "", false
		}
		return fill(left, ok) + fill(right, also), true
	}
	return "", false
}

func fill(text string, ok bool) string {
	if !ok {
		return hole
	}
	return text
}

// inGo returns the texts of a Go file.
func inGo(s tree.Source, named map[string]string) []document {
	var out []document
	verb := regexp.MustCompile(`%[sqdvtg]`)
	ast.Inspect(s.File, func(n ast.Node) bool {
		e, is := n.(ast.Expr)
		if !is {
			return true
		}
		text, ok := textOf(e, s.Dir(), named)
		if _, name := e.(*ast.Ident); !ok || name {
			return true
		}
		filled := verb.ReplaceAllString(text, hole)
		out = append(out, document{at: fmt.Sprintf("%s:%d", s.Path, s.Fset.Position(e.Pos()).Line), text: filled, holed: strings.Contains(filled, hole)})
		return false
	})
	return out
}

// check says what is wrong with a document; is tells whether the text is one.
func (d document) check(schema *graphql.Schema) (complaints []string, is bool) {
	text := strings.TrimSpace(d.text)
	if !regexp.MustCompile(`^(query|mutation|subscription|fragment|#|\{)`).MatchString(text) {
		return nil, false
	}
	doc, err := parser.ParseQuery(&graphql.Source{Input: text})
	if err != nil || len(doc.Operations) == 0 || isSelection(schema, text, doc) {
		return nil, false
	}
	_, errs := gqlparser.LoadQueryWithRules(schema, text, rules.NewDefaultRules())
	for _, err := range errs {
		if (!d.holed || isOfNames(err)) && !wrongOnPurpose.MatchString(err.Message) {
			complaints = append(complaints, d.at+": "+err.Message)
		}
	}
	return complaints, true
}

// isSelection reports whether a text in braces is a part of a document: it asks for nothing that has arguments or is a question.
func isSelection(schema *graphql.Schema, text string, doc *graphql.QueryDocument) bool {
	return text[0] == '{' && !slices.ContainsFunc(doc.Operations[0].SelectionSet, func(s graphql.Selection) bool {
		field, is := s.(*graphql.Field)
		return is && (len(field.Arguments) > 0 && field.Name != "Get" && field.Name != "Aggregate" || schema.Query.Fields.ForName(field.Name) != nil)
	})
}

// wrongOnPurpose are the words that tests ask for because no schema has them, and what only a wrong document can be told.
var wrongOnPurpose = regexp.MustCompile(`"(x|colour|frist|nothing|projectz|GREAT|COMMI|walrus|zebrafish|anything|f0|\$v)"|` +
	`within itself|must have a selection|must specify exactly one key`)

// isOfNames reports whether an error is about a name, which a hole elsewhere cannot have caused.
func isOfNames(err *gqlerror.Error) bool {
	return slices.Contains([]string{"FieldsOnCorrectType", "KnownTypeNames", "KnownArgumentNames"}, err.Rule) &&
		!strings.Contains(err.Message, hole) && !strings.Contains(err.Message, `on type "String"`)
}

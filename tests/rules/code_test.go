package rules_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/tests/tree"
)

// The most lines of a function and of a file, in hand-written code.
const (
	maxFunction = 80
	maxFile     = 400
)

func TestCode_PackagesHaveADoc(t *testing.T) {
	have := map[string]bool{}
	for _, s := range sources(t) {
		if s.IsTest() || s.File.Name.Name == "main" || s.IsGenerated() {
			continue
		}
		have[s.Dir()] = have[s.Dir()] || path.Base(s.Path) == "doc.go" && s.File.Doc != nil
	}
	for dir, ok := range have {
		if !ok {
			t.Errorf("%s has no doc.go with a package comment", dir)
		}
	}
}

func TestCode_ExportedNamesAreDocumented(t *testing.T) {
	for _, s := range sources(t) {
		if !s.IsTest() && !s.IsGenerated() {
			tree.Report(t, checkComments(s))
		}
	}
}

// checkComments returns the exported names that have no comment of the form
// "Name does this.". A group of constants or variables may share one comment.
func checkComments(s tree.Source) []string {
	var complaints []string
	need := func(name *ast.Ident, doc *ast.CommentGroup) {
		if !name.IsExported() {
			return
		}
		where := fmt.Sprintf("%s:%d: %s", s.Path, s.Fset.Position(name.Pos()).Line, name.Name)
		text := strings.TrimSpace(doc.Text())
		switch {
		case text == "":
			complaints = append(complaints, where+" has no comment")
		case !strings.HasPrefix(text, name.Name+" "):
			complaints = append(complaints, where+": the comment begins with another word than the name")
		case !endsASentence(text):
			complaints = append(complaints, where+": the comment ends without a period")
		}
	}
	for _, decl := range s.File.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if receiverIsExported(d) {
				need(d.Name, d.Doc)
			}
		case *ast.GenDecl:
			checkGroup(d, need)
		}
	}
	return complaints
}

func checkGroup(d *ast.GenDecl, need func(*ast.Ident, *ast.CommentGroup)) {
	for _, spec := range d.Specs {
		switch v := spec.(type) {
		case *ast.TypeSpec:
			doc := v.Doc
			if doc == nil && !d.Lparen.IsValid() {
				doc = d.Doc
			}
			need(v.Name, doc)
		case *ast.ValueSpec:
			if d.Lparen.IsValid() && d.Doc != nil && v.Doc == nil {
				continue
			}
			doc := v.Doc
			if doc == nil {
				doc = d.Doc
			}
			for _, name := range v.Names {
				need(name, doc)
			}
		}
	}
}

// endsASentence allows a list or an indented example at the end.
func endsASentence(text string) bool {
	last := text[strings.LastIndex(text, "\n")+1:]
	return strings.HasSuffix(last, ".") || strings.HasPrefix(last, "\t") || strings.HasPrefix(last, "  ") || strings.HasSuffix(last, "?")
}

func receiverIsExported(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	typ := d.Recv.List[0].Type
	if star, ok := typ.(*ast.StarExpr); ok {
		typ = star.X
	}
	if generic, ok := typ.(*ast.IndexExpr); ok {
		typ = generic.X
	}
	name, ok := typ.(*ast.Ident)
	return !ok || name.IsExported()
}

func TestCode_NothingIsTooLong(t *testing.T) {
	for _, s := range sources(t) {
		if !s.IsGenerated() {
			tree.Report(t, checkLengths(s))
		}
	}
}

func checkLengths(s tree.Source) []string {
	var complaints []string
	if s.Lines > maxFile {
		complaints = append(complaints, fmt.Sprintf("%s has %d lines, more than %d", s.Path, s.Lines, maxFile))
	}
	for _, decl := range s.File.Decls {
		d, ok := decl.(*ast.FuncDecl)
		if !ok || s.IsTest() {
			continue
		}
		if n := s.Fset.Position(d.End()).Line - s.Fset.Position(d.Pos()).Line + 1; n > maxFunction {
			complaints = append(complaints, fmt.Sprintf("%s: %s has %d lines, more than %d", s.Path, d.Name.Name, n, maxFunction))
		}
	}
	return complaints
}

func TestCode_NoCodeInComments(t *testing.T) {
	for _, s := range sources(t) {
		if !s.IsGenerated() {
			tree.Report(t, checkDeadCode(s))
		}
	}
}

// checkDeadCode returns the comment lines that parse as Go statements. Directives and
// indented examples are no dead code.
func checkDeadCode(s tree.Source) []string {
	var complaints []string
	for _, group := range s.File.Comments {
		for _, comment := range group.List {
			text, isLine := strings.CutPrefix(comment.Text, "//")
			if !isLine || strings.HasPrefix(text, "\t") || !strings.HasPrefix(text, " ") || strings.HasPrefix(text, "  ") {
				continue
			}
			if isStatement(strings.TrimSpace(text)) {
				complaints = append(complaints, fmt.Sprintf("%s:%d: code in a comment: %s", s.Path, s.Fset.Position(comment.Pos()).Line, text))
			}
		}
	}
	return complaints
}

// isStatement reports whether a line is an assignment, a call, a return with a value, or
// the head of a block.
func isStatement(line string) bool {
	for _, text := range []string{line, line + "}"} {
		file, err := parser.ParseFile(token.NewFileSet(), "", "package p; func _() {\n"+text+"\n}", parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		body := file.Decls[0].(*ast.FuncDecl).Body.List
		return slices.ContainsFunc(body, func(s ast.Stmt) bool {
			switch v := s.(type) {
			case *ast.AssignStmt, *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt, *ast.DeferStmt, *ast.GoStmt:
				return true
			case *ast.ReturnStmt:
				return len(v.Results) > 0
			case *ast.ExprStmt:
				_, call := v.X.(*ast.CallExpr)
				return call
			default:
				return false
			}
		})
	}
	return false
}

// checkCalls returns where a file calls pkg.name.
func checkCalls(s tree.Source, pkg, name, instead string) []string {
	var complaints []string
	ast.Inspect(s.File, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && sel.Sel.Name == name {
			if x, ok := sel.X.(*ast.Ident); ok && x.Name == pkg {
				complaints = append(complaints, fmt.Sprintf("%s:%d: %s.%s: %s", s.Path, s.Fset.Position(n.Pos()).Line, pkg, name, instead))
			}
		}
		return true
	})
	return complaints
}

func TestCode_NoWorkAtImport(t *testing.T) {
	for _, s := range sources(t) {
		if !s.IsTest() && !s.IsGenerated() {
			tree.Report(t, checkInit(s))
		}
	}
}

func checkInit(s tree.Source) []string {
	var complaints []string
	for _, decl := range s.File.Decls {
		if d, ok := decl.(*ast.FuncDecl); ok && d.Recv == nil && d.Name.Name == "init" {
			complaints = append(complaints, fmt.Sprintf("%s: init does work at import; use a constructor", s.Path))
		}
	}
	return complaints
}

func TestCode_NoGlobals(t *testing.T) {
	for _, s := range sources(t) {
		if !s.IsTest() && !s.IsGenerated() {
			tree.Report(t, checkGlobals(s))
		}
	}
}

// checkGlobals returns the package variables that are more than a sentinel error, a
// pattern that is compiled when it is asked for, an embedded file, an assertion or what a process can have but once.
func checkGlobals(s tree.Source) []string {
	constant := []string{"sync.OnceValues", "errors.New", "fmt.Errorf", "lazy.Pattern", "strings.NewReplacer", "template.Must"}
	if strings.HasPrefix(s.Path, "tests/") { // no program whose start is waited for
		constant = append(constant, "regexp.MustCompile")
	}
	var complaints []string
	for _, decl := range s.File.Decls {
		d, ok := decl.(*ast.GenDecl)
		if !ok || d.Tok != token.VAR {
			continue
		}
		for _, spec := range d.Specs {
			v := spec.(*ast.ValueSpec)
			embedded := isEmbedded(d.Doc) || isEmbedded(v.Doc)
			if v.Names[0].Name == "_" || embedded || len(v.Values) == 1 && slices.Contains(constant, callee(v.Values[0])) {
				continue
			}
			complaints = append(complaints, fmt.Sprintf("%s: %s is a global; pass it or make it a function", s.Path, v.Names[0].Name))
		}
	}
	return complaints
}

func isEmbedded(doc *ast.CommentGroup) bool {
	return doc != nil && slices.ContainsFunc(doc.List, func(c *ast.Comment) bool { return strings.HasPrefix(c.Text, "//go:embed ") })
}

// callee returns "pkg.name" of a call, "" for anything else.
func callee(x ast.Expr) string {
	call, ok := x.(*ast.CallExpr)
	if !ok {
		return ""
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	pkg, ok := sel.X.(*ast.Ident)
	if !ok {
		return ""
	}
	return pkg.Name + "." + sel.Sel.Name
}

func TestCode_Planted(t *testing.T) {
	head := "package p\n\nimport \"time\"\n\n"
	for _, c := range []struct {
		why, text, want string
		check           func(tree.Source) []string
	}{
		{"no comment", "func Open() {}", "Open has no comment", checkComments},
		{"another name", "// Close opens.\nfunc Open() {}", "another word", checkComments},
		{"no period", "// Open opens\nfunc Open() {}", "without a period", checkComments},
		{"a method", "// T is.\ntype T struct{}\n\nfunc (t *T) Get() {}", "Get has no comment", checkComments},
		{"a lone constant", "const Most = 1", "Most has no comment", checkComments},
		{"a type in a group", "// Types.\ntype (\n\tA int\n)", "A has no comment", checkComments},
		{"a long function", "func f() {\n" + strings.Repeat("\t_ = 1\n", maxFunction) + "}", "f has 82 lines", checkLengths},
		{"a long file", strings.Repeat("//\n", maxFile), "more than 400", checkLengths},
		{"an assignment", "// x := f(1)\nvar y int", "code in a comment", checkDeadCode},
		{"a call", "func f() {\n\t// f()\n}", "code in a comment", checkDeadCode},
		{"a head of a block", "// if x != nil {\nvar y int", "code in a comment", checkDeadCode},
		{"a return", "// return nil, err\nvar y int", "code in a comment", checkDeadCode},
		{"the wall clock", "func f() { time.Now() }", "a clock is passed in", func(s tree.Source) []string {
			return checkCalls(s, "time", "Now", "a clock is passed in")
		}},
		{"a registry", "var all = map[string]int{}", "all is a global", checkGlobals},
		{"a lazy value", "var once int", "once is a global", checkGlobals},
		{"a pattern compiled at import", "var plain = regexp.MustCompile(\"a\")", "plain is a global", checkGlobals},
		{"work at import", "func init() {}", "at import", checkInit},
	} {
		tree.Planted(t, c.why, c.check(tree.Parse(t, "p.go", []byte(head+c.text+"\n"))), c.want)
	}
	fine := head + "var errGone = errors.New(\"gone\")\n\n// Open opens x (see f(1)); it returns nil.\n//\n//\tOpen()\nfunc Open() {}\n\n// The sizes.\nconst (\n\tSmall = 1\n\tLarge = 2\n)\n"
	for _, check := range []func(tree.Source) []string{checkComments, checkLengths, checkDeadCode, checkInit, checkGlobals} {
		if got := check(tree.Parse(t, "p.go", []byte(fine))); len(got) > 0 {
			t.Errorf("a well-kept file is refused: %v", got)
		}
	}
}

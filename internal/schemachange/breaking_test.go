package schemachange_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/causeway-memory/causeway/internal/schemachange"
)

const base = `
directive @mark(with: Int) on FIELD | QUERY
scalar Time
enum Colour { RED GREEN }
interface Node { id: ID! }
union Thing = Book | Page
type Book implements Node { id: ID! title: String! pages(first: Int! = 20, after: String, of: [ID!]): [Page!]! old: Time }
type Page { text: String words: [String] }
input Wish { title: String! first: Int! = 5 colour: Colour tags: [String!] }
type Query { book(id: ID!): Book things: [Thing!] wish(input: Wish!): Page }
type Mutation { write(title: String!): Book }
`

func load(t *testing.T, text string) *ast.Schema {
	t.Helper()
	schema, err := gqlparser.LoadSchema(&ast.Source{Name: "schema", Input: text})
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func TestBreaking(t *testing.T) {
	tests := []struct {
		why, old, new string
		want          []string
	}{
		{"the same", "x", "x", nil},
		{"a type is gone", "union Thing = Book | Page", "", []string{"the field Query.things was [Thing!] and is [Book!]", "the type Thing was removed"}},
		{"a scalar became an enum", "scalar Time", "enum Time { NOW }", []string{"the type Time was SCALAR and is ENUM"}},
		{"a field is gone", " words: [String]", "", []string{"the field Page.words was removed"}},
		{"a field has another type", "text: String", "text: Int", []string{"the field Page.text was String and is Int"}},
		{"a field became a list", "text: String", "text: [String]", []string{"the field Page.text was String and is [String]"}},
		{"a field may be null now", "title: String! pages", "title: String pages", []string{"the field Book.title was String! and is String"}},
		{"an item may be null now", "[Page!]!", "[Page]!", []string{"the field Book.pages was [Page!]! and is [Page]!"}},
		{"a field is never null now", "text: String", "text: String!", nil},
		{"an item is never null now", "words: [String]", "words: [String!]!", nil},
		{"a field is new", "text: String", "text: String more: Int!", nil},
		{"a field is deprecated", "old: Time", `old: Time @deprecated(reason: "it is old")`, nil},
		{"a description", "enum Colour", `"of a book" enum Colour`, nil},
		{"an argument is gone", ", after: String", "", []string{"the argument Book.pages(after) was removed"}},
		{"an argument has another type", "after: String", "after: Int", []string{"Book.pages(after) took String and takes Int"}},
		{"an argument is required now", "after: String", "after: String!", []string{"Book.pages(after) took String and takes String!"}},
		{"items of an argument may not be null now", "with: Int", "with: Int!", []string{"@mark(with) took Int and takes Int!"}},
		{"an argument need not be given now", "book(id: ID!)", "book(id: ID)", nil},
		{"items of an argument may be null now", "of: [ID!]", "of: [ID]", nil},
		{"an argument lost its default", "first: Int! = 20", "first: Int!", []string{"Book.pages(first) is required now"}},
		{"an argument has another default", "first: Int! = 20", "first: Int! = 50", []string{"the default of Book.pages(first) was 20 and is 50"}},
		{"an argument may not be null now", "after: String", `after: String! = "a"`, []string{"Book.pages(after) took String and takes String!"}},
		{"an argument got a default", "after: String", `after: String = "a"`, []string{`the default of Book.pages(after) was none and is "a"`}},
		{"a new argument", "book(id: ID!)", "book(id: ID!, shelf: Int)", nil},
		{"a new argument with a default", "book(id: ID!)", "book(id: ID!, shelf: Int! = 1)", nil},
		{"a new argument is required", "book(id: ID!)", "book(id: ID!, shelf: Int!)", []string{"the new argument Query.book(shelf) is required"}},
		{"a value of an enum is gone", "RED GREEN", "RED", []string{"the value Colour.GREEN was removed"}},
		{"a value of an enum is new", "RED GREEN", "RED GREEN BLUE", nil},
		{"a field of an input is gone", " colour: Colour", "", []string{"the field Wish.colour was removed"}},
		{"a field of an input is required now", "colour: Colour", "colour: Colour!", []string{"Wish.colour took Colour and takes Colour!"}},
		{"a field of an input need not be given now", "input Wish { title: String!", "input Wish { title: String", nil},
		{"a field of an input takes less", "tags: [String!]", "tags: String", []string{"Wish.tags took [String!] and takes String"}},
		{"a new field of an input", "tags: [String!]", "tags: [String!] more: Int", nil},
		{"a new field of an input is required", "tags: [String!]", "tags: [String!] more: Int!", []string{"the new field Wish.more is required"}},
		{"another default in an input", "first: Int! = 5", "first: Int! = 6", []string{"the default of Wish.first was 5 and is 6"}},
		{"a type left a union", "Book | Page", "Book", []string{"Page is no Thing any more"}},
		{"a type joined a union", "Book | Page", "Book | Page | Query", nil},
		{"a type left an interface", "type Book implements Node", "type Book", []string{"Book does not implement Node any more"}},
		{"a directive is gone", "directive @mark(with: Int) on FIELD | QUERY", "", []string{"the directive @mark was removed"}},
		{"a directive is allowed less", "on FIELD | QUERY", "on FIELD", []string{"the directive @mark is not allowed on QUERY any more"}},
		{"a root type is gone", "type Mutation { write(title: String!): Book }", "", []string{"the type Mutation was removed"}},
		{"a root type is new", "type Mutation", "type Subscription { news: Book } type Mutation", nil},
		{"an input takes one of its fields", "input Wish { title: String! first: Int! = 5 colour", "input Wish @oneOf { title: String colour", []string{"Wish takes but one of its fields", "the field Wish.first was removed"}},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			text := strings.Replace(base, tt.old, tt.new, 1)
			if text == base && tt.old != "x" {
				t.Fatalf("%q is not in the schema", tt.old)
			}
			if tt.why == "a type is gone" {
				text = strings.Replace(text, "[Thing!]", "[Book!]", 1)
			}
			if diff := cmp.Diff(tt.want, schemachange.Breaking(load(t, base), load(t, text))); diff != "" {
				t.Errorf("breaking changes (-want +got):\n%s", diff)
			}
		})
	}
}

// Package model gives the domain's values the shape of the GraphQL schema: it adds the
// project that global ids need and turns unknown into null. Its one invariant: nothing
// here reads an engine or decides anything.
//
// Types that hold a domain value are written by hand, one file per noun; the rest is
// generated into models_gen.go. The resolvers make them, the generated code reads them
// by the names of their fields and methods.
package model

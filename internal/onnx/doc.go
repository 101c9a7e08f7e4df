// Package onnx runs a network with the shared library of ONNX Runtime, which it calls without cgo.
//
// Its one invariant is that memory that the library reads outlives the call: Go's is pinned or kept alive, the library's is released once.
//
// Only the program causeway-model imports it: a program that loads a library needs the system's loader, which the program causeway must not.
package onnx

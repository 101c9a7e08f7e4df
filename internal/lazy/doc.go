// Package lazy puts off what a program may not need until it is asked for, so that the program starts sooner.
//
// Its one invariant: what is put off is made once, however many ask at once. It imports the standard library only; every package
// may import it.
package lazy

// Package statistics has the exact tests and intervals that patterns are judged by: binomial
// tails, Wilson, Clopper-Pearson and Jeffreys intervals, Fisher's and the Cochran-Mantel-Haenszel
// test, adjustment for families of tests, and e-values that stay valid however often one looks.
// It knows numbers only. Every function says its range, and what it does outside of it.
package statistics

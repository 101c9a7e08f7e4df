// Package statistics has the exact tests and intervals that patterns are judged by: binomial tails;
// Wilson, Clopper-Pearson and Jeffreys intervals; Fisher's and the Cochran-Mantel-Haenszel test;
// adjustment for families of tests; and e-values, which stay valid however often one looks. It knows
// only numbers. Every function states its range and its result outside that range.
package statistics

// Package lexis cuts texts into words that search compares: stems, dates, names of files and
// commits.
//
// Analyse is a pure function of the text, and its version is part of every index. The package imports
// the standard library, a stemmer and Unicode normalization.
package lexis

// Package lexis splits text into the terms that search compares, and recognizes dates, file names,
// commits and words of policies in it.
//
// Analyze is a pure function of the text, and its version is part of every index. The package imports
// the standard library, a stemmer and Unicode normalization.
package lexis

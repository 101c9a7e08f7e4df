// Package prose finds causes that sentences state in so many words: "because", "due to", "caused by",
// "caused", "led to", "root cause". It knows no model and no grammar, only these words and where
// sentences end.
//
// Its one invariant: every cause is a part of the text, and what is denied, asked or conditional is
// returned with the doubt and never as stated. That one sentence follows another says nothing.
//
// It imports the standard library only. The importer of session logs calls it.
package prose

// Package wordpiece turns text into the pieces of words that a sentence model knows, and has a vector for each of
// them, made once from that model (distill.py). A text's vector is the sum over its pieces: no model runs here.
//
// Its one invariant is that the pieces of a text are those that the model's own tokenizer finds.
//
// It imports nothing of causeway. Package embedding calls it.
package wordpiece

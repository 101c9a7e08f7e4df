// Package questions holds labelled questions for recall and measures how well they are
// answered.
//
// There are two sets. Examples are asked about the example episodes; every kind of question
// that recall has to answer is among them, and ones that have no answer. Real are asked
// about episodes of a project that exists; they were written while reading the episodes,
// before any search was run on them, and are never changed to be answered better. Dialogues are generated
// conversations with questions, of which a context has to hold the turns that answer.
package questions

// Package privacy finds personal data and secrets in texts and replaces them: e-mail addresses, phone
// numbers, keys and tokens, passwords, and the names in home folders.
//
// Its one invariant: what [Rules.Redact] returns has nothing more that the rules find, so that redacting
// again changes nothing. What it replaced is not in its counts, its errors or anything else that it returns.
//
// Every rule is a scan by hand in linear time; a further pattern of the user is a regular expression of RE2.
// It imports the standard library only, and reads no file, clock or setting. Whatever takes in texts calls it
// before it keeps them.
package privacy

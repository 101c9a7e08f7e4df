// 024_factor_label_text: Factors by any part of their label; labelLower is the label in lower case.
// params: none
// returns: nothing
CREATE TEXT INDEX factor_label_text IF NOT EXISTS
FOR (f:Factor) ON (f.labelLower)

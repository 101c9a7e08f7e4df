// 037_mark_underived: Episodes that were recorded before there were factors are to be derived.
// params: none
// returns: nothing
MATCH (e:Episode) WHERE e.factorOutcome IS NULL
SET e.underived = true

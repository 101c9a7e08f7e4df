// 019_ledger_entry_unique: What callers asked for, by project, kind and key, so that nothing is there twice.
// params: none
// returns: nothing
CREATE CONSTRAINT ledger_entry_unique IF NOT EXISTS
FOR (e:LedgerEntry) REQUIRE (e.project, e.kind, e.key) IS UNIQUE

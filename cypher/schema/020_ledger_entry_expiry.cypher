// 020_ledger_entry_expiry: What callers asked for, by when it may be forgotten.
// params: none
// returns: nothing
CREATE INDEX ledger_entry_expiry IF NOT EXISTS
FOR (e:LedgerEntry) ON (e.expiresAt)

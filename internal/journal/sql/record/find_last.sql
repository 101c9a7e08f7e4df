-- find_last: The last sequence that was given.
-- params: none
-- returns: sequence
SELECT q.seq AS sequence FROM sqlite_sequence q WHERE q.name = 'record'

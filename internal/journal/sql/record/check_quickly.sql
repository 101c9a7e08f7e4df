-- check_quickly: What SQLite finds wrong with the structure of the file; ok for nothing.
-- params: none
-- returns: quick_check
PRAGMA quick_check(20)

-- drop_oldest: Drops the tenth of the vectors that came first.
-- params: none
-- returns: nothing
DELETE FROM vector
WHERE number <= (SELECT MIN(number) + (MAX(number) - MIN(number)) / 10 FROM vector)

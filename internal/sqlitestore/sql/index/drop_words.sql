-- drop_words: Drops the table of the words of a generation.
-- params: none
-- returns: nothing
DROP TABLE words_0

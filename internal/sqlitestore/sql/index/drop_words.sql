-- drop_words: Drops the table of the words of a project.
-- params: none
-- returns: nothing
DROP TABLE words_0

-- create_words: Creates the table of the words of a generation. Terms are separated by spaces.
-- params: none
-- returns: nothing
CREATE VIRTUAL TABLE words_0 USING fts5 (
  own, around, content = '', contentless_delete = 1,
  tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'"
)

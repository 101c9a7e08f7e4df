-- record_words: Records the words of a chunk.
-- params: number, own, around
-- returns: nothing
INSERT INTO words_0 (rowid, own, around) VALUES ($number, $own, $around)

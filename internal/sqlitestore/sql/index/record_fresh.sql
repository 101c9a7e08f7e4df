-- record_fresh: Records the words of the chunks of a row.
-- params: project, number, chunks, words
-- returns: nothing
INSERT INTO words_fresh (number, project, chunks, words) VALUES ($number, $project, $chunks, $words)

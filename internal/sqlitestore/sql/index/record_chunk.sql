-- record_chunk: Records a chunk without its words.
-- params: number, revision, position, part, text, occurrences, digest
-- returns: nothing
INSERT INTO index_chunk (number, revision, position, part, text, occurrences, digest)
VALUES ($number, $revision, $position, $part, $text, $occurrences, $digest)

-- record_chunk: Records a chunk without its words.
-- params: episode, revision, position, part, text, occurrences, digest
-- returns: number
INSERT INTO index_chunk (episode, revision, position, part, text, occurrences, digest)
VALUES ($episode, $revision, $position, $part, $text, $occurrences, $digest)
RETURNING number AS number

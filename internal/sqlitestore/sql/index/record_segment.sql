-- record_segment: Records a segment, or what has become of it.
-- params: project, segment, state, target, first, last, chunks, dead, buried, words, term
-- returns: nothing
INSERT INTO words_segment (project, segment, state, target, first, last, chunks, dead, buried, words, term)
VALUES ($project, $segment, $state, $target, $first, $last, $chunks, $dead, $buried, $words, $term)
ON CONFLICT (project, segment) DO UPDATE
SET state = $state, target = $target, dead = $dead, buried = $buried, words = $words, term = $term

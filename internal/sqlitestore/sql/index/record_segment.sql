-- record_segment: Records a segment, or what has become of it.
-- params: project, segment, state, target, first, last, chunks, dead, words, term
-- returns: nothing
INSERT INTO index_segment (project, segment, state, target, first, last, chunks, dead, words, term)
VALUES ($project, $segment, $state, $target, $first, $last, $chunks, $dead, $words, $term)
ON CONFLICT (project, segment) DO UPDATE
SET state = $state, target = $target, dead = $dead, words = $words, term = $term

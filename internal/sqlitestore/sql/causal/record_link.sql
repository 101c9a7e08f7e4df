-- record_link: Draws a link between present occurrences.
-- params: source, target, relation, basis, back, episode, id, confidence, note
-- returns: nothing
INSERT INTO link (source, target, relation, basis, back, episode, id, confidence, note)
VALUES ($source, $target, $relation, $basis, $back, $episode, $id, $confidence, $note)

-- record_cross_link: Stores a link that an episode states to or from another one.
-- params: project, episode, own, outgoing, other, short, relation, basis, id, confidence, note
-- returns: nothing
INSERT INTO cross_link (episode, own, outgoing, project, other, short, relation, basis, id, confidence, note)
VALUES ($episode, $own, $outgoing, (SELECT p.number FROM project p WHERE p.name = $project), $other, $short, $relation, $basis, $id, $confidence, $note)

-- record_occurrence: Draws a decision, an event or the outcome of an episode.
-- params: episode, short, kind, type, label, folded, at, outcome, position
-- returns: nothing
INSERT INTO occurrence (episode, short, kind, type, label, folded, at, outcome, position)
VALUES ($episode, $short, $kind, $type, $label, $folded, $at, $outcome, $position)

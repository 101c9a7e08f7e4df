-- record_revision: Adds a revision to an episode.
-- params: episode, number, hash, recorded_at, content
-- returns: nothing
INSERT INTO revision (episode, number, hash, recorded_at, content)
VALUES ($episode, $number, $hash, $recorded_at, $content)

-- record_support: Notes that an episode states a link between factors.
-- params: episode, link, basis, seen
-- returns: nothing
INSERT INTO support (episode, link, basis, seen) VALUES ($episode, $link, $basis, $seen)

-- record_support: Records that an episode states a factor link.
-- params: episode, link, basis, seen
-- returns: nothing
INSERT INTO support (episode, link, basis, seen) VALUES ($episode, $link, $basis, $seen)
